/** The inputs of the page's computation (token vectors and parameters), from a second engine in Node. */
import { pathToFileURL } from 'node:url';
import type { Embedded, MultiHeadParameters, Tensor } from '../../../web/src/tensors/tensor.ts';
import type { Engine } from '../../../web/src/engine/client/engine.ts';
import type { Inputs, Matrix } from '../support/reference.ts';

export interface Sentence {
  /** The words in lower case, as they are embedded. */
  words: string[];
  d_model: number;
  num_heads: number;
  seed: number;
  positions: 'none' | 'sinusoidal';
}

let opening: Promise<Engine> | null = null;

function engine(): Promise<Engine> {
  const built = pathToFileURL('dist/engine.js').href;
  return (opening ??= import(built).then(({ createEngine }) => createEngine()));
}

export async function embedded(sentence: Sentence): Promise<Record<keyof Embedded, Matrix>> {
  const { words, d_model, seed, positions } = sentence;
  const config = { tokens: words, d_model, seed, positions };
  const { outputs: answer } = await (await engine()).run('sentence_embedding', { config });
  return {
    embedding: rows(answer.embedding),
    position: rows(answer.position),
    x: rows(answer.x),
  };
}

export async function inputsOf(sentence: Sentence): Promise<Inputs> {
  const { d_model, num_heads, seed } = sentence;
  const { x } = await embedded(sentence);
  const config = { d_model, num_heads, bias: false };
  const parameters = await (await engine()).randomParameters('multi_head', config, seed);
  const { w_q, w_k, w_v } = parameters as unknown as MultiHeadParameters;
  return { x, w_q: rows(w_q), w_k: rows(w_k), w_v: rows(w_v) };
}

function rows({ shape, data }: Tensor): Matrix {
  const columns = shape.at(-1)!;
  return Array.from({ length: data.length / columns }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns)),
  );
}
