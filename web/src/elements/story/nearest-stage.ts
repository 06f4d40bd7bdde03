/** The nearest stage that another layer has. */
import type { TokenModelConfig } from '../../engine/client/engine';
import { type StageName, stagesOf } from '../../model/stages';

/** X is the embedding or what the layer before has computed. */
export function stageIn(config: TokenModelConfig, layer: number, stage: StageName): StageName {
  const stages = stagesOf(config, layer);
  const near = { embedded: 'input', input: 'embedded', next_layer: 'prediction' } as const;
  const others = [stage, near[stage as keyof typeof near]];
  return others.find((one) => stages.includes(one)) ?? 'weights';
}
