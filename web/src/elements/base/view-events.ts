/** The events of the views of weights and heads, and the function that sends them. */
import type { ArcDirection } from '../../model/heads/arc-direction';
import type { HeadPlace } from '../../model/heads/head-place';
import { sender } from './sender';

export interface TrainingViewEvents {
  'attention-choose': { readonly index: number };
  /** The word under the pointer, whose arcs are shown meanwhile; undefined when the pointer leaves. */
  'attention-preview': { readonly index: number | undefined };
  'attention-direction': { readonly direction: ArcDirection };
  /** Without a key, the row is as the model computes it. */
  'attention-force': {
    readonly layer: number;
    readonly query: number;
    readonly key: number | undefined;
  };
  /** The cells of a drawing, `[28, 28]` from 0 to 15. */
  'attention-draw': { readonly drawing: Uint8Array };
  'attention-head-choose': HeadPlace;
  'attention-head-toggle': HeadPlace;
}

export const sendView = sender<TrainingViewEvents>();
