/** A span of the images to scan in another worker. */
export interface ScanTask { span: number; task: Uint8Array }
