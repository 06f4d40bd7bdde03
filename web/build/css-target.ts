/** The first browsers with light-dark(), which the elements' own styles need as well: it is shipped as written. */
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];
