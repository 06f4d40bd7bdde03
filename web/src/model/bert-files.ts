/**
 * A BERT model as the Hugging Face hub keeps it: config.json, model.safetensors and tokenizer.json. Its
 * tensors get the core's names and layout, y = x w: the file has w transposed.
 */
import type { NamedTensors, TokenModelConfig } from '../../../wasm/engine';
import { openSafetensors } from '../files/read-safetensors';
import { sourceOf, type OpenedTensor } from '../files/source';
import '../words/add-opened';
import { Refusal } from '../words/refusal';
import type { Words } from '../words/words';

export interface BertFiles {
  readonly config: TokenModelConfig;
  readonly parameters: NamedTensors;
  readonly tokenizer: object;
}

const kNames = ['config.json', 'model.safetensors', 'tokenizer.json'] as const;

const refuse = (message: (words: Words['opened']) => string): never => {
  throw new Refusal(({ opened }) => message(opened));
};

/** Names in the file of each of the core's parameters of a layer, below `encoder.layer.0.`. */
const layerNames: Readonly<Record<string, string>> = {
  'attention.w_q': 'attention.self.query.weight',
  'attention.b_q': 'attention.self.query.bias',
  'attention.w_k': 'attention.self.key.weight',
  'attention.b_k': 'attention.self.key.bias',
  'attention.w_v': 'attention.self.value.weight',
  'attention.b_v': 'attention.self.value.bias',
  'attention.w_o': 'attention.output.dense.weight',
  'attention.b_o': 'attention.output.dense.bias',
  'norm_1.gamma': 'attention.output.LayerNorm.weight',
  'norm_1.beta': 'attention.output.LayerNorm.bias',
  'feed_forward.w_1': 'intermediate.dense.weight',
  'feed_forward.b_1': 'intermediate.dense.bias',
  'feed_forward.w_2': 'output.dense.weight',
  'feed_forward.b_2': 'output.dense.bias',
  'norm_2.gamma': 'output.LayerNorm.weight',
  'norm_2.beta': 'output.LayerNorm.bias',
};
const embeddingNames: Readonly<Record<string, string>> = {
  embedding: 'embeddings.word_embeddings.weight',
  positions: 'embeddings.position_embeddings.weight',
  types: 'embeddings.token_type_embeddings.weight',
  'embedding_norm.gamma': 'embeddings.LayerNorm.weight',
  'embedding_norm.beta': 'embeddings.LayerNorm.bias',
};

/** Throws a Refusal that names the missing file, the missing tensor, or the setting that is not supported. */
export async function readBert(files: readonly File[]): Promise<BertFiles> {
  const [configFile, weights, tokenizerFile] = kNames.map(
    (name) => files.find((file) => file.name === name) ?? refuse((words) => words.noFile(name)),
  ) as [File, File, File];
  const config = configOf(await jsonOf(configFile));
  const tokenizer = await jsonOf(tokenizerFile);
  const { tensors } = await openSafetensors(sourceOf(weights, weights.name));
  const parameters: NamedTensors = {};
  for (const [name, shape, transposed, fileName] of placesOf(config)) {
    const tensor = find(tensors, fileName);
    if (tensor.shape.join() !== shape.join())
      refuse((words) =>
        words.shape(tensor.name, `[${shape.join(', ')}]`, `[${tensor.shape.join(', ')}]`),
      );
    const { axes, data } = await tensor.read();
    parameters[name] = transposed
      ? { axes, shape: [shape[1]!, shape[0]!], data: transpose(data, shape[0]!, shape[1]!) }
      : { axes, shape, data };
  }
  // The model is read up to its last layer: its one logit is not shown.
  parameters['w_out'] = {
    axes: ['d_model', 'label'],
    shape: [config.d_model, 1],
    data: new Float32Array(config.d_model),
  };
  return { config, parameters, tokenizer };
}

async function jsonOf(file: File): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  return refuse((words) => words.noJson(file.name));
}

function configOf(file: Record<string, unknown>): TokenModelConfig {
  const kind = String(file['model_type']);
  if (kind !== 'bert') refuse((words) => words.otherKind(kind));
  const number = (key: string): number => {
    const value = file[key];
    if (typeof value !== 'number' || !(value > 0)) refuse((words) => words.noNumber(key));
    return value as number;
  };
  const activation = String(file['hidden_act']);
  if (activation !== 'gelu')
    refuse((words) => words.otherSetting('hidden_act', 'gelu', activation));
  return {
    architecture: 'encoder_only',
    d_model: number('hidden_size'),
    layers: number('num_hidden_layers'),
    heads: number('num_attention_heads'),
    d_ff: number('intermediate_size'),
    vocab_size: number('vocab_size'),
    num_types: number('type_vocab_size'),
    max_length: number('max_position_embeddings'),
    epsilon: number('layer_norm_eps'),
    embedding_norm: true,
    positions: 'learned',
    scale_embedding: false,
    activation: 'gelu',
    norm_first: false,
    final_norm: false,
    bias: true,
    readout: 'first',
    num_labels: 1,
    output_bias: false,
  };
}

type Place = readonly [name: string, shape: readonly number[], transposed: boolean, file: string];

/** Every parameter with the shape it has in the file. */
function placesOf(config: TokenModelConfig): Place[] {
  const { d_model, layers = 1, d_ff, vocab_size, num_types, max_length } = config;
  const wide = d_ff as number;
  const tables: Record<string, number> = {
    embedding: vocab_size!,
    positions: max_length!,
    types: num_types!,
  };
  const embeddings = Object.entries(embeddingNames).map(([name, file]): Place => [
    name,
    name in tables ? [tables[name]!, d_model] : [d_model],
    false,
    file,
  ]);
  const inLayers = Array.from({ length: layers }, (_, layer) =>
    Object.entries(layerNames).map(([name, file]): Place => {
      const isMatrix = file.endsWith('dense.weight') || name.includes('.w_');
      const rows = name.endsWith('_1') && name.startsWith('feed') ? wide : d_model;
      const columns = name === 'feed_forward.w_2' ? wide : d_model;
      return [
        `layers.${layer}.${name}`,
        isMatrix ? [rows, columns] : [rows],
        isMatrix,
        `encoder.layer.${layer}.${file}`,
      ];
    }),
  );
  return [...embeddings, ...inLayers.flat()];
}

/** With or without the prefix of a model with a head; norms of older files have gamma and beta. */
function find(tensors: readonly OpenedTensor[], name: string): OpenedTensor {
  const older = name
    .replace(/LayerNorm\.weight$/, 'LayerNorm.gamma')
    .replace(/LayerNorm\.bias$/, 'LayerNorm.beta');
  const names = [name, older].flatMap((one) => [one, `bert.${one}`]);
  return (
    tensors.find((tensor) => names.includes(tensor.name)) ?? refuse((words) => words.noTensor(name))
  );
}

function transpose(data: Float32Array, rows: number, columns: number): Float32Array {
  const result = new Float32Array(data.length);
  for (let i = 0; i < rows; ++i)
    for (let j = 0; j < columns; ++j) result[j * rows + i] = data[i * columns + j]!;
  return result;
}
