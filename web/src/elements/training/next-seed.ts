import { seedRow } from '../../settings/shared';

/** For the buttons that try another seed. */
export const nextSeed = (seed: number): number => (seed % seedRow.max) + 1;
