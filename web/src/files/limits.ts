/** Limits on files, checked before any memory is allocated. */
export const kMaxFileBytes = 2 ** 33;
/** The max size of a file that is read at once, and of an unpacked archive. */
export const kMaxBytes = 2 ** 28;
export const kMaxHeaderBytes = 2 ** 22;
/** The max size of a tensor: 256 MB as float32. */
export const kMaxNumbers = 2 ** 26;
export const kMaxAxes = 8;
export const kMaxTensors = 16_384;
export const kMaxNameCharacters = 256;
/** The max size of a CSV or JSON file. Larger ones are saved as NPY or NPZ. */
export const kMaxNumbersAsText = 2 ** 21;
