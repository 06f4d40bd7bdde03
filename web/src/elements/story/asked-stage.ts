/** The stage that a link or another layer asks for, which this layer may not have. */
import type { TokenModelConfig } from '../../engine/client';
import { type StageName, stagesOf } from '../../model/stages';

export class AskedStage {
  /** Named beside the choice of the layer, until a stage is chosen. */
  absent: StageName | undefined;

  /** The stage to show. `isNew`: whether it was asked for just now. */
  fit(stages: readonly StageName[], stage: StageName, isNew: boolean): StageName {
    const isThere = stages.includes(stage);
    if (!isThere || isNew) this.absent = isThere ? undefined : stage;
    return isThere ? stage : 'weights';
  }
}

/** The stage of another layer that comes nearest: X is the embedding or what the layer before has computed. */
export function stageIn(config: TokenModelConfig, layer: number, stage: StageName): StageName {
  const stages = stagesOf(config, layer);
  const near = { embedded: 'input', input: 'embedded', next_layer: 'prediction' } as const;
  const others = [stage, near[stage as keyof typeof near]];
  return others.find((one) => stages.includes(one)) ?? 'weights';
}
