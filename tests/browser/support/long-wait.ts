/** For a wait until a model has been trained to its end, or all its heads have been measured, on a busy machine. */
export const longWait = { timeout: 600_000 };
