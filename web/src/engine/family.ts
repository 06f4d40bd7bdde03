/**
 * `createFamily()`: every operation of the attention family, forward and backward. Only asking for
 * it loads its code.
 */
import type { Family, FamilyOptions } from './family-client';

export type { Family, FamilyOptions } from './family-client';
export type { Model } from './model';
export type * from '../../../wasm/family';
export type * from '../../../wasm/files';

/** Resolves when the family can compute; rejects with the reason when it cannot be started. */
export async function createFamily(options: FamilyOptions = {}): Promise<Family> {
  const { openFamily } = await import('./family-client');
  return openFamily(options);
}
