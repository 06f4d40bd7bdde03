/** Builds each workload as ONNX graphs: with the fused attention operators, and with products and softmax. */
import { stripPrefix, type Data, type PlainTensors } from '../../../web/src/measure/data.ts';
import type { Stack, Workload } from '../../../web/src/speed/workloads.ts';
import { Graph } from './onnx-graph.ts';
import { sideBySide } from './side-by-side.ts';

export type AttentionWay = 'products and softmax' | 'MultiHeadAttention' | 'Attention';
export const attentionWays: readonly AttentionWay[] = [
  'products and softmax',
  'MultiHeadAttention',
  'Attention',
];

interface Layer {
  readonly n: number;
  readonly d_model: number;
  readonly num_heads: number;
  readonly causal: boolean;
}
/** The keys and values of earlier tokens [1, head, cached, d_head], by name. */
interface Cache {
  readonly k: string;
  readonly v: string;
  readonly length: number;
}

export function onnxModel(workload: Workload, data: Data, way: AttentionWay): Uint8Array | null {
  const graph = new Graph();
  switch (workload.kind) {
    case 'product': {
      if (way !== 'products and softmax') return null;
      const x = graph.input('x', data.inputs['x']!.shape);
      return graph.finish([graph.node('MatMul', [x, graph.constant(data.parameters['w']!)])]);
    }
    case 'attention':
      return aloneModel(graph, workload.n, workload.d_head, workload.causal, way);
    case 'multi_head': {
      const x = graph.input('query', data.inputs['query']!.shape);
      return graph.finish([multiHead(graph, x, data.parameters, workload, way).output]);
    }
    case 'small': {
      if (workload.results === 'trace' || way !== 'products and softmax') return null;
      const x = graph.input('query', data.inputs['query']!.shape);
      const layer = { ...workload, causal: false };
      const { output, weights } = multiHead(graph, x, data.parameters, layer, way);
      return graph.finish([output, weights!]);
    }
    case 'stack':
      return stackModel(graph, workload, data, way);
    case 'step':
      return stackModel(graph, workload, data, way);
    default:
      return null;
  }
}

function aloneModel(graph: Graph, n: number, d: number, causal: boolean, way: AttentionWay) {
  const [q, k, v] = ['q', 'k', 'v'].map((name) => graph.input(name, [1, 1, n, d])) as [
    string,
    string,
    string,
  ];
  const layer = { n, d_model: d, num_heads: 1, causal };
  if (way === 'products and softmax') {
    const scaled = graph.node('Mul', [q, scalar(graph, 1 / Math.sqrt(d))]);
    const kT = graph.node('Transpose', [k], { perm: [0, 1, 3, 2] });
    const { context } = spelledOut(graph, scaled, kT, v, causal ? n : 0, 0);
    return graph.finish([context]);
  }
  if (way === 'Attention')
    return graph.finish([graph.node('Attention', [q, k, v], isCausal(causal))]);
  const flat = [q, k, v].map((x) => graph.node('Reshape', [x, graph.whole(1, n, d)]));
  const context = graph.node('com.microsoft:MultiHeadAttention', flat, ofMicrosoft(layer));
  return graph.finish([context]);
}

const isCausal = (causal: boolean) => ({ is_causal: causal ? 1 : 0 });
const ofMicrosoft = ({ num_heads, causal }: Layer) => ({
  num_heads,
  unidirectional: causal ? 1 : 0,
});
const scalar = (graph: Graph, value: number) =>
  graph.constant({ shape: [], data: Float32Array.of(value) });

/** softmax(q kᵀ) v as single operators. q is scaled already. `causal` is the length for a causal mask. */
function spelledOut(
  graph: Graph,
  q: string,
  kT: string,
  v: string,
  causal: number,
  before: number,
) {
  let scores = graph.node('MatMul', [q, kT]);
  if (causal > 1) scores = graph.node('Add', [scores, maskOf(graph, causal, before)]);
  const weights = graph.node('Softmax', [scores], { axis: -1 });
  return { context: graph.node('MatMul', [weights, v]), weights };
}

const masks = new WeakMap<Graph, string>();
function maskOf(graph: Graph, n: number, before: number): string {
  const known = masks.get(graph);
  if (known) return known;
  const data = new Float32Array(n * (n + before));
  for (let i = 0; i < n; i++)
    data.fill(-1e9, i * (n + before) + before + i + 1, (i + 1) * (n + before));
  const name = graph.constant({ shape: [1, 1, n, n + before], data });
  masks.set(graph, name);
  return name;
}

/** One product for q, k and v. Without the fused operator, the parameters of q include the scale. */
function multiHead(
  graph: Graph,
  x: string,
  p: PlainTensors,
  layer: Layer,
  way: AttentionWay,
  cache?: Cache,
): { output: string; weights?: string } {
  const { n, d_model, num_heads, causal } = layer;
  const d_head = d_model / num_heads;
  const scale = way === 'products and softmax' ? 1 / Math.sqrt(d_head) : 1;
  const w = graph.constant(sideBySide(['w_q', 'w_k', 'w_v'], p, d_model, scale));
  const b = graph.constant(sideBySide(['b_q', 'b_k', 'b_v'], p, 1, scale));
  const qkv = graph.node('Add', [graph.node('MatMul', [x, w]), b]);
  const split = graph.nodes('Split', [qkv], 3, { axis: -1, num_outputs: 3 });
  let context: string;
  let weights: string | undefined;
  if (way === 'products and softmax') {
    const heads = (flat: string) =>
      graph.node('Reshape', [flat, graph.whole(1, n, num_heads, d_head)]);
    const q = graph.node('Transpose', [heads(split[0]!)], { perm: [0, 2, 1, 3] });
    let v = graph.node('Transpose', [heads(split[2]!)], { perm: [0, 2, 1, 3] });
    let kT: string;
    if (cache) {
      const k = graph.node('Transpose', [heads(split[1]!)], { perm: [0, 2, 1, 3] });
      v = graph.node('Concat', [cache.v, v], { axis: 2 });
      const all = graph.node('Concat', [cache.k, k], { axis: 2 });
      kT = graph.node('Transpose', [all], { perm: [0, 1, 3, 2] });
    } else kT = graph.node('Transpose', [heads(split[1]!)], { perm: [0, 2, 3, 1] });
    const attended = spelledOut(graph, q, kT, v, causal ? n : 0, cache?.length ?? 0);
    weights = attended.weights;
    const merged = graph.node('Transpose', [attended.context], { perm: [0, 2, 1, 3] });
    context = graph.node('Reshape', [merged, graph.whole(1, n, d_model)]);
  } else if (way === 'Attention') {
    const past = cache ? ['', cache.k, cache.v] : [];
    const counts = { q_num_heads: num_heads, kv_num_heads: num_heads };
    // A single query after a cache sees all keys.
    const attributes = { ...counts, ...isCausal(causal && n > 1) };
    context = graph.nodes('Attention', [...split, ...past], cache ? 3 : 1, attributes)[0]!;
  } else {
    const past = cache ? ['', '', '', cache.k, cache.v] : [];
    const attributes = ofMicrosoft({ ...layer, causal: causal && n > 1 });
    const inputs = [...split, ...past];
    context = graph.nodes(
      'com.microsoft:MultiHeadAttention',
      inputs,
      cache ? 3 : 1,
      attributes,
    )[0]!;
  }
  const product = graph.node('MatMul', [context, graph.constant(p['w_o']!)]);
  const output = graph.node('Add', [product, graph.constant(p['b_o']!)]);
  return weights === undefined ? { output } : { output, weights };
}

function stackModel(
  graph: Graph,
  workload: Stack,
  { parameters, inputs }: Data,
  way: AttentionWay,
) {
  const { n, cached, d_model, num_heads, num_layers } = workload;
  let x = graph.input('x', inputs['x']!.shape);
  const norm = (y: string, p: PlainTensors) =>
    graph.node('LayerNormalization', [y, graph.constant(p['gamma']!), graph.constant(p['beta']!)], {
      axis: -1,
      epsilon: 1e-5,
    });
  for (let i = 0; i < num_layers; i++) {
    const p = stripPrefix(`layers.${i}.`, parameters);
    const cache = cached
      ? {
          k: graph.constant(inputs[`k.${i}`]!),
          v: graph.constant(inputs[`v.${i}`]!),
          length: cached,
        }
      : undefined;
    const layer = { n, d_model, num_heads, causal: true };
    const attended = multiHead(
      graph,
      norm(x, stripPrefix('norm_1.', p)),
      stripPrefix('attention.', p),
      layer,
      way,
      cache,
    );
    x = graph.node('Add', [x, attended.output]);
    const f = stripPrefix('feed_forward.', p);
    const wide = graph.node('MatMul', [
      norm(x, stripPrefix('norm_2.', p)),
      graph.constant(f['w_1']!),
    ]);
    // The optimizer fuses the bias with the next node.
    const bent = graph.node('com.microsoft:FastGelu', [wide, graph.constant(f['b_1']!)]);
    const narrow = graph.node('MatMul', [bent, graph.constant(f['w_2']!)]);
    x = graph.node('Add', [x, graph.node('Add', [narrow, graph.constant(f['b_2']!)])]);
  }
  return graph.finish([norm(x, stripPrefix('norm.', parameters))]);
}
