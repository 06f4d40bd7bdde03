/** One map of `<attention-head-maps>`. */
import type { HeadPlace } from '../../model/heads/head-place';

export interface HeadMap extends HeadPlace {
  /** The title of the attention, such as `layer 2`; its heads are grouped below it. */
  readonly title: string;
  /** `[query, key]` */
  readonly weights: Float32Array;
  readonly shape: readonly [number, number];
  /** The head's skill, such as `previous token`; undefined until it has one. */
  readonly name?: string | undefined;
  /** The name where there is little room. */
  readonly shortName?: string | undefined;
  readonly score?: number | undefined;
  readonly on: boolean;
}
