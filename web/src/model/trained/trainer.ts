/** The part of an engine's trainer that a run uses. `engine.trainer(recipe)` has it; tests may use another one. */
import type {
  DigitImages,
  Evaluation,
  ExampleInput,
  ExampleInspection,
  Intervention,
  NamedTensors,
  StepReport,
  TokenModelConfig,
  TrainerRecipe,
  TrainerState,
} from '../../../../wasm/engine';

/** The held-out examples of an evaluation, unless the task sets their number. */
export const kHeldOut = 64;

export interface RunTrainer {
  readonly recipe: TrainerRecipe;
  readonly config: TokenModelConfig;
  readonly vocabulary: readonly string[];
  readonly answers: readonly string[];
  readonly answers_per_place: number;
  readonly step_count: number;
  /** The step that it began at: it cannot seek to earlier ones. */
  readonly first_step: number;
  /** Whether the engine has stopped since, and this trainer with it. */
  readonly isGone: boolean;
  step(count: number): Promise<StepReport[]>;
  seek(step: number): Promise<void>;
  evaluate(count: number): Promise<Evaluation>;
  inspect(
    example: ExampleInput,
    options: { interventions?: readonly Intervention[] },
  ): Promise<ExampleInspection>;
  parameters(): Promise<NamedTensors>;
  /** The data of the next steps. */
  batches(count: number): Promise<NamedTensors>;
  snapshot(): Promise<TrainerState>;
  dispose(): void;
}

export type MakeTrainer = (
  recipe: TrainerRecipe,
  options: {
    snapshots: { every: number; count: number };
    from?: TrainerState | undefined;
    data?: DigitImages;
  },
) => Promise<RunTrainer>;
