/** How much of somebody's file is taken: looked at before anything is allocated for it. */
export const kMostFileBytes = 2 ** 33;
/** Of a file that is read whole, and of what its archive expands to. */
export const kMostBytes = 2 ** 28;
export const kMostHeaderBytes = 2 ** 22;
/** Of one tensor: 256 MB as float32. */
export const kMostNumbers = 2 ** 26;
export const kMostAxes = 8;
export const kMostTensors = 16_384;
export const kMostNameCharacters = 256;
/** Of a trace as text, CSV or JSON: more of them are taken as NPZ. */
export const kMostNumbersAsText = 2 ** 21;
