/** Random numbers that are the same in every run (mulberry32), so that failures can be repeated. */
export interface Seeded {
  /** A number in [0, 1). */
  uniform(): number;
  /** A normal number with mean 0 and variance 1 (Box and Muller). */
  normal(): number;
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** One of the choices. */
  pick<T>(choices: readonly T[]): T;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(uniform() * (max - min + 1));
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)]!,
  };
}
