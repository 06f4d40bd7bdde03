/** A recipe's whole model as a PyTorch module, from tokens or patches to logits. */
import {
  dropped,
  hasDecoder,
  isPadded,
  layersOf,
  type CompleteRecipe,
  type ScriptLines,
} from './pytorch-layers';

/** The sizes of the tables, read from the initial parameters. */
export function tableSizes(r: CompleteRecipe): ScriptLines {
  const table = r.architecture === 'vision' ? 'w_patch' : `${sides(r)[0]}embedding`;
  const rows = r.architecture === 'vision' ? 'd_patch' : `${sides(r)[0]}vocab_size`;
  return [
    `${rows}, d_model = initial["${table}"].shape`,
    hasDecoder(r) && 'target_vocab_size = len(initial["target_embedding"])',
    ...(r.positions === 'learned'
      ? sides(r).map((side) => `${side}max_length = len(initial["${side}positions"])`)
      : []),
  ];
}

/** The prefixes of an encoder-decoder's two embeddings. */
const sides = (r: CompleteRecipe) => (hasDecoder(r) ? ['source_', 'target_'] : ['']);

export function sinusoidal(r: CompleteRecipe): ScriptLines {
  if (r.positions !== 'sinusoidal') return [];
  return [
    'def sinusoidal(n):  # [n, d_model]',
    '    speed = 10000 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)',
    '    angle = torch.arange(n, dtype=torch.float64)[:, None] * speed',
    '    return torch.stack((angle.sin(), angle.cos()), -1).flatten(1)[:, :d_model].to(dtype)',
  ];
}

/** The layers of one side of an encoder-decoder. */
export function stackClass(r: CompleteRecipe): ScriptLines {
  if (!hasDecoder(r)) return [];
  return [
    'class Stack(nn.Module):',
    '    def __init__(self, layers):',
    '        super().__init__()',
    '        self.layers = nn.ModuleList(layers)',
    r.final_norm && '        self.norm = Norm()',
    '',
    '    def forward(self, x, *extra):',
    '        for layer in self.layers:',
    '            x = layer(x, *extra)',
    `        return ${r.final_norm ? 'self.norm(x)' : 'x'}`,
  ];
}

export function modelClass(r: CompleteRecipe): ScriptLines {
  const body = hasDecoder(r) ? encoderDecoder(r) : oneStack(r);
  return [
    'class Model(nn.Module):',
    '    def __init__(self):',
    '        super().__init__()',
    ...body.parts.map((line) => line && `        ${line}`),
    !r.tied_head && '        self.w_out = parameter(d_model, num_labels)',
    r.output_bias && '        self.b_out = parameter(num_labels)',
    '',
    `    def forward(self, ${body.takes.join(', ')}):`,
    ...body.forward.map((line) => line && `        ${line}`),
    `        return x @ ${head(r)}`,
  ];
}

interface Body {
  /** The modules of the model, without its head. */
  parts: ScriptLines;
  takes: string[];
  /** The code from the inputs to `x`, which the head reads. */
  forward: ScriptLines;
}

function oneStack(r: CompleteRecipe): Body {
  const isVision = r.architecture === 'vision';
  const padded = isPadded(r);
  const causal = r.architecture === 'decoder_only' ? ' & causal(ids.shape[1])' : '';
  const through = r.final_norm ? 'self.norm(x)' : 'x';
  return {
    parts: [
      ...(isVision
        ? [
            'self.w_patch, self.b_patch = parameter(d_patch, d_model), parameter(d_model)',
            'self.class_token = parameter(d_model)',
          ]
        : ['self.embedding = parameter(vocab_size, d_model)']),
      r.positions === 'learned' && 'self.positions = parameter(max_length, d_model)',
      ...layersOf(r, 'self.layers = nn.ModuleList', 'Layer'),
      r.final_norm && 'self.norm = Norm()',
    ],
    takes: isVision ? ['patches'] : ['ids', 'keep'],
    forward: [
      ...(isVision
        ? [
            'x = patches @ self.w_patch + self.b_patch',
            'x = torch.cat((self.class_token.expand(len(x), 1, d_model), x), 1)',
          ]
        : [`x = ${tokens(r, '', 'ids')}`]),
      ...positionsAndDropout(r, '', 'x'),
      padded && `attend = keep[:, None, None, :]${causal}`,
      'for layer in self.layers:',
      `    x = layer(x${padded ? ', attend' : ''})`,
      isVision ? `x = ${through}[:, 0]  # the class token's` : r.final_norm && `x = ${through}`,
    ],
  };
}

function encoderDecoder(r: CompleteRecipe): Body {
  const embedded = (side: string, ids: string, x: string) => [
    `${x} = ${tokens(r, side, ids)}`,
    ...positionsAndDropout(r, side, x),
  ];
  return {
    parts: [
      ...sides(r).map((side) => `self.${side}embedding = parameter(${side}vocab_size, d_model)`),
      ...(r.positions === 'learned'
        ? sides(r).map((side) => `self.${side}positions = parameter(${side}max_length, d_model)`)
        : []),
      ...layersOf(r, 'self.encoder = Stack', 'EncoderLayer'),
      ...layersOf(r, 'self.decoder = Stack', 'DecoderLayer'),
    ],
    takes: ['ids', 'keep', 'target_ids', 'target_keep'],
    forward: [
      ...embedded('source_', 'ids', 'memory'),
      'attend_memory = keep[:, None, None, :]',
      'memory = self.encoder(memory, attend_memory)',
      ...embedded('target_', 'target_ids', 'x'),
      'attend = target_keep[:, None, None, :] & causal(target_ids.shape[1])',
      'x = self.decoder(x, attend, memory, attend_memory)',
    ],
  };
}

const tokens = (r: CompleteRecipe, side: string, ids: string) =>
  `F.embedding(${ids}, self.${side}embedding)${r.scale_embedding ? ' * math.sqrt(d_model)' : ''}`;

function positionsAndDropout(r: CompleteRecipe, side: string, x: string): ScriptLines {
  return [
    r.positions === 'learned' && `${x} = ${x} + self.${side}positions[: ${x}.shape[1]]`,
    r.positions === 'sinusoidal' && `${x} = ${x} + sinusoidal(${x}.shape[1])`,
    r.embedding_dropout > 0 && `${x} = ${dropped(x, r.embedding_dropout)}`,
  ];
}

function head(r: CompleteRecipe): string {
  const w_out = r.tied_head ? `self.${sides(r).at(-1)}embedding.T` : 'self.w_out';
  return r.output_bias ? `${w_out} + self.b_out` : w_out;
}
