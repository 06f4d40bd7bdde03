/** How much of somebody's file is taken: looked at before anything is allocated for it. */
export const kMaxFileBytes = 2 ** 33;
/** Of a file that is read whole, and of what its archive expands to. */
export const kMaxBytes = 2 ** 28;
export const kMaxHeaderBytes = 2 ** 22;
/** Of one tensor: 256 MB as float32. */
export const kMaxNumbers = 2 ** 26;
export const kMaxAxes = 8;
export const kMaxTensors = 16_384;
export const kMaxNameCharacters = 256;
/** Of a trace as text, CSV or JSON: more of them are taken as NPZ. */
export const kMaxNumbersAsText = 2 ** 21;
