/** A span of the images for another worker to pass over. */
export interface SpanTask { span: number; task: Uint8Array }
