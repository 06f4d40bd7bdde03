/** Finds the stage of a layer that corresponds to a stage of another layer. */
import type { TokenModelConfig } from '../../engine/client/engine';
import { type StageName, stagesOf } from '../../model/stages/stages';

/** X is `embedded` in the first layer and `input` in later ones. */
export function stageIn(config: TokenModelConfig, layer: number, stage: StageName): StageName {
  const stages = stagesOf(config, layer);
  const near: Partial<Record<StageName, readonly StageName[]>> = {
    embedded: ['input'],
    input: ['embedded'],
    next_layer: ['prediction', 'to_decoder'],
    prediction: ['to_decoder'],
    to_decoder: ['prediction'],
  };
  const others = [stage, ...(near[stage] ?? [])];
  return others.find((other) => stages.includes(other)) ?? 'weights';
}
