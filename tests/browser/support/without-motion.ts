/**
 * Pages whose weights and bars change at once, as for a visitor who prefers reduced motion: `test.use(withoutMotion)`. For
 * specs that make many changes and look at numbers, not at the movement, which repaints every drawing for some ten frames.
 */
export const withoutMotion = { contextOptions: { reducedMotion: 'reduce' } } as const;
