/** The parts of a recipe's model as PyTorch modules, whose parameters have the core's names. */
import type { TrainerRecipe } from '../../../wasm/engine';

/** A trainer's recipe: every key, and one number for each layer. */
export type CompleteRecipe = Required<TrainerRecipe> & {
  readonly [
    Each in 'heads' | 'd_head' | 'd_v' | 'd_ff' | 'rotary' as Each | `decoder_${Each}`
  ]: readonly number[];
};

/** Lines of Python; false values are left out. */
export type ScriptLines = readonly (string | false)[];

export const hasDecoder = (r: CompleteRecipe) => r.architecture === 'encoder_decoder';

/** Images all have the same number of patches, so that nothing is padded. */
export const isPadded = (r: CompleteRecipe) => r.architecture !== 'vision';

export const isRotary = (r: CompleteRecipe) =>
  [...r.rotary, ...(r.decoder_rotary ?? [])].includes(1);

const widths = (r: CompleteRecipe) => [...r.d_ff, ...(r.decoder_d_ff ?? [])];
const hasFeedForward = (r: CompleteRecipe) => widths(r).some((d_ff) => d_ff > 0);

const indented = (lines: readonly string[]) => lines.map((line) => line && `    ${line}`);

/** The draws of `F.dropout` differ from ours. */
export const dropped = (value: string, probability: number) =>
  probability === 0 ? value : `F.dropout(${value}, ${probability})`;

/** `w_q, b_q`: a matrix and its bias. */
function linear(r: CompleteRecipe, name: string, rows: string, columns: string): string {
  const matrix = `parameter(${rows}, ${columns})`;
  return r.bias
    ? `self.w_${name}, self.b_${name} = ${matrix}, parameter(${columns})`
    : `self.w_${name} = ${matrix}`;
}

const applied = (r: CompleteRecipe, x: string, name: string) =>
  r.bias ? `${x} @ self.w_${name} + self.b_${name}` : `${x} @ self.w_${name}`;

export function rotary(r: CompleteRecipe): ScriptLines {
  return [
    'def rotated(x):  # [.., n, d_head]; the pairs (c, c + d_head / 2) turn with the position',
    '    n, d_head = x.shape[-2:]',
    `    speed = ${r.rotary_base} ** (-torch.arange(0, d_head, 2, dtype=torch.float64) / d_head)`,
    '    angle = torch.arange(n, dtype=torch.float64)[:, None] * speed',
    '    cos, sin = angle.cos().to(dtype), angle.sin().to(dtype)',
    '    a, b = x.chunk(2, -1)',
    '    return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)',
  ];
}

export function attentionClass(r: CompleteRecipe): ScriptLines {
  const turns = isRotary(r);
  return [
    'class Attention(nn.Module):',
    `    def __init__(self, heads, d_head, d_v${turns ? ', rotary' : ''}):`,
    '        super().__init__()',
    turns ? '        self.heads, self.rotary = heads, rotary' : '        self.heads = heads',
    ...['q', 'k'].map((name) => `        ${linear(r, name, 'd_model', 'heads * d_head')}`),
    `        ${linear(r, 'v', 'd_model', 'heads * d_v')}`,
    `        ${linear(r, 'o', 'heads * d_v', 'd_model')}`,
    '',
    isPadded(r) && '    # attend [batch, 1, query or 1, key]: whether a query may attend to a key',
    `    def forward(self, x, memory${isPadded(r) ? ', attend' : ''}):`,
    '        def split(y):  # [batch, n, heads * d] -> [batch, heads, n, d]',
    '            return y.unflatten(-1, (self.heads, -1)).transpose(1, 2)',
    '',
    `        q = split(${applied(r, 'x', 'q')})`,
    `        k = split(${applied(r, 'memory', 'k')})`,
    `        v = split(${applied(r, 'memory', 'v')})`,
    turns && '        if self.rotary:',
    turns && '            q, k = rotated(q), rotated(k)',
    '        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])',
    isPadded(r) && '        scores = scores.masked_fill(~attend, -math.inf)',
    '        self.weights = scores.softmax(-1)',
    `        context = ${dropped('self.weights', r.dropout)} @ v`,
    `        return ${applied(r, 'context.transpose(1, 2).flatten(2)', 'o')}`,
  ];
}

export function normClass(r: CompleteRecipe): ScriptLines {
  const layer = r.norm === 'layer';
  return [
    'class Norm(nn.Module):',
    '    def __init__(self):',
    '        super().__init__()',
    layer
      ? '        self.gamma, self.beta = parameter(d_model), parameter(d_model)'
      : '        self.gamma = parameter(d_model)',
    '',
    '    def forward(self, x):',
    layer
      ? '        return F.layer_norm(x, (d_model,), self.gamma, self.beta)'
      : '        return x * (x.square().mean(-1, keepdim=True) + 1e-5).rsqrt() * self.gamma',
  ];
}

const activations: Record<CompleteRecipe['activation'], (x: string) => string> = {
  relu: (x) => `F.relu(${x})`,
  gelu: (x) => `F.gelu(${x})`,
  gelu_tanh: (x) => `F.gelu(${x}, approximate="tanh")`,
  silu: (x) => `F.silu(${x})`,
};

export function feedForward(r: CompleteRecipe): ScriptLines {
  if (!hasFeedForward(r)) return [];
  return [
    'class FeedForward(nn.Module):',
    '    def __init__(self, d_ff):',
    '        super().__init__()',
    `        ${linear(r, '1', 'd_model', 'd_ff')}`,
    `        ${linear(r, '2', 'd_ff', 'd_model')}`,
    '',
    '    def forward(self, x):',
    `        return ${applied(r, activations[r.activation](applied(r, 'x', '1')), '2')}`,
  ];
}

/** A residual connection around a part, with its norm. */
function residual(r: CompleteRecipe, name: string, part: (x: string) => string): string[] {
  const result = (x: string) => dropped(part(x), r.residual_dropout);
  return r.norm_first
    ? [`y = self.${name}(x)`, `x = x + ${result('y')}`]
    : [`x = self.${name}(x + ${result('x')})`];
}

/** The class of the layers of a stack: 'Layer', or 'EncoderLayer' and 'DecoderLayer'. */
export function layerClass(r: CompleteRecipe, name: string): ScriptLines {
  const decodes = name === 'DecoderLayer';
  const attentions = decodes ? ['self_attention', 'cross_attention'] : ['attention'];
  const last = `norm_${attentions.length + 1}`;
  const all = widths(r).every((d_ff) => d_ff > 0);
  // Whether only some layers have a feed-forward.
  const some = hasFeedForward(r) && !all;
  const attend = (part: string) => (x: string) =>
    part === 'cross_attention'
      ? `self.${part}(${x}, memory, attend_memory)`
      : `self.${part}(${x}, ${x}${isPadded(r) ? ', attend' : ''})`;
  const attentionOf = (part: string) =>
    part === 'cross_attention'
      ? `Attention(heads, d_head, d_v${isRotary(r) ? ', rotary=False' : ''})`
      : `Attention(heads, d_head, d_v${isRotary(r) ? ', rotary' : ''})`;
  const extra = decodes ? ', attend, memory, attend_memory' : isPadded(r) ? ', attend' : '';
  const makesFeedForward = `self.feed_forward, self.${last} = FeedForward(d_ff), Norm()`;
  const feeds = residual(r, last, (x) => `self.feed_forward(${x})`);
  const takes = [
    'self, heads, d_head, d_v',
    isRotary(r) && 'rotary',
    hasFeedForward(r) && 'd_ff',
  ].filter(Boolean);
  return [
    `class ${name}(nn.Module):`,
    `    def __init__(${takes.join(', ')}):`,
    '        super().__init__()',
    some && '        self.d_ff = d_ff',
    ...attentions.map(
      (part, i) => `        self.${part}, self.norm_${i + 1} = ${attentionOf(part)}, Norm()`,
    ),
    some && '        if d_ff > 0:',
    some && `            ${makesFeedForward}`,
    all && `        ${makesFeedForward}`,
    '',
    `    def forward(self, x${extra}):`,
    ...attentions.flatMap((part, i) =>
      indented(indented(residual(r, `norm_${i + 1}`, attend(part)))),
    ),
    some && '        if self.d_ff > 0:',
    ...(some ? indented(indented(indented(feeds))) : all ? indented(indented(feeds)) : []),
    '        return x',
  ];
}

/** A list of the layers of a stack, after what precedes it on its line. */
export function layersOf(r: CompleteRecipe, before: string, name: string): ScriptLines {
  const of = (key: 'heads' | 'd_head' | 'd_v' | 'd_ff' | 'rotary') =>
    name === 'DecoderLayer' ? r[`decoder_${key}`] : r[key];
  const blocks = of('heads').map((heads, i) => {
    const sizes = [`heads=${heads}`, `d_head=${of('d_head')[i]}`, `d_v=${of('d_v')[i]}`];
    if (isRotary(r)) sizes.push(`rotary=${of('rotary')[i] === 1 ? 'True' : 'False'}`);
    if (hasFeedForward(r)) sizes.push(`d_ff=${of('d_ff')[i]}`);
    return `    ${name}(${sizes.join(', ')}),`;
  });
  return [`${before}([`, ...blocks, '])'];
}
