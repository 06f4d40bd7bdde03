/** Text written by a model in training: tokens after a prompt, each drawn with the model's probabilities. */
import type { NamedTensors, TokenModelConfig } from '../../../wasm/engine';
import type { RunTrainer } from '../model/trained/trainer';
import { parametersNow } from './parameters-now';

export interface WritingModel {
  generate(
    ids: readonly number[],
    options: { count: number; temperature: number; seed: number },
  ): Promise<{ ids: number[] }>;
  dispose(): void;
}
/** `engine.model` makes one. */
export type MakeModel = (source: {
  config: TokenModelConfig;
  parameters: NamedTensors;
}) => Promise<WritingModel>;

export interface WritingOptions {
  /** Tokens of the vocabulary. */
  readonly prompt: readonly string[];
  /** New tokens. */
  readonly count: number;
  readonly temperature: number;
  readonly seed: number;
}

export interface Writing {
  /** The step of the model that wrote it. */
  readonly step: number;
  readonly prompt: readonly string[];
  readonly tokens: readonly string[];
}

/** The maximum number of new tokens between two moves of the window. */
const kMaxPart = 16;

/** Writes a text. The model reads at most as many tokens as in training, so a window moves over longer texts. */
export async function writingOf(
  trainer: RunTrainer,
  make: MakeModel,
  { prompt, count, temperature, seed }: WritingOptions,
): Promise<Writing> {
  const { config, vocabulary } = trainer;
  const { step, parameters } = await parametersNow(trainer);
  const model = await make({ config, parameters });
  try {
    const ids = prompt.map((token) => vocabulary.indexOf(token));
    const window = config.max_length!;
    const max = Math.max(1, Math.min(kMaxPart, Math.floor(window / 4)));
    while (ids.length < prompt.length + count) {
      const context = ids.slice(-Math.max(1, window - max));
      const remaining = prompt.length + count - ids.length;
      const part = Math.min(max, remaining);
      // A draw depends on the seed and the position in the window, so each window needs another seed.
      const draws = seed * 1000 + ids.length;
      ids.push(...(await model.generate(context, { count: part, temperature, seed: draws })).ids);
    }
    const tokens = ids.slice(prompt.length).map((id) => vocabulary[id]!);
    return { step, prompt, tokens };
  } finally {
    model.dispose();
  }
}
