/** Faults that end the engine: its owner hears of them, so that who asked need not say them. */
export const ENDINGS = ['RuntimeError', 'EngineUnavailable', 'AbortError'];
