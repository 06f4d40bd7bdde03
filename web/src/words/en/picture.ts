/** English texts in saved pictures. */
export const picture = {
  followed: 'query:',
  head: (head: number | null, heads: number) =>
    head === null
      ? `mean of ${heads} ${heads === 1 ? 'head' : 'heads'}`
      : `head ${head + 1} of ${heads} (in code ${head})`,
  heads: (heads: number) => (heads === 1 ? '1 head' : `${heads} heads`),
  masks: { none: 'no mask', causal: 'causal mask' },
  positions: { none: 'no positions', sinusoidal: 'sinusoidal positions' },
  seed: (seed: number) => `seed ${seed}`,
  trained: 'trained',
  answer: (word: string, answer: string, share: string) =>
    `answer at “${word}”: ${answer} ${share}`,
  onlyAnswer: (answer: string, share: string) => `answer: ${answer} ${share}`,
  noPng: (width: number, height: number) =>
    `The browser did not create a PNG of ${width} × ${height} pixels.`,
};
