/** Finds the stage of a layer that corresponds to a stage of another layer. */
import type { TokenModelConfig } from '../../engine/client/engine';
import { type StageName, stagesOf } from '../../model/stages/stages';

/** X is `embedded` in the first layer and `input` in later ones. */
export function stageIn(config: TokenModelConfig, layer: number, stage: StageName): StageName {
  const stages = stagesOf(config, layer);
  const near = {
    embedded: 'input',
    input: 'embedded',
    next_layer: 'prediction',
    prediction: 'to_decoder',
    to_decoder: 'prediction',
  } as const;
  const others = [stage, near[stage as keyof typeof near]];
  return others.find((other) => stages.includes(other)) ?? 'weights';
}
