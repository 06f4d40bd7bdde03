/**
 * Builds a checkpoint's model from slices of its tensors. In addition to the model, only one or two slices are in
 * memory.
 */
import type { EngineModule, ParameterForm, StoredShape } from '../../../../wasm/engine';
import type { Requests, Stoppable } from './requests';
import { checkCall } from '../checks/check-call';
import { describe, expectObject, refuseValue } from '../checks/expect';
import { EngineError } from '../checks/refusal';
import { TokenModel } from './token-model';

/**
 * A tensor with its bytes as the file has them, or with a function that returns a new array of those in [begin, end).
 * A matrix of I8 needs a second tensor, its name and ".scales", of BF16: one scale for each 32 numbers of a row.
 */
export interface CheckpointTensor extends StoredShape {
  bytes: Uint8Array | ((begin: number, end: number) => Promise<Uint8Array>);
}

export interface CheckpointModelCall {
  config: object;
  tensors: Readonly<Record<string, CheckpointTensor>>;
  weights?: ParameterForm | undefined;
}

export async function checkpointModel(
  engine: Requests<EngineModule>,
  { config, tensors, weights }: CheckpointModelCall,
  options: Stoppable = {},
): Promise<TokenModel> {
  checkCall(options, ['signal']);
  const { signal } = options;
  const shapes = Object.fromEntries(
    Object.entries(expectObject('tensors', tensors) as typeof tensors).map(([name, tensor]) => {
      const { dtype, shape } = expectObject(`tensors[${describe(name)}]`, tensor) as StoredShape;
      return [name, { dtype, shape }];
    }),
  );
  const begun = await engine.request('beginCheckpointModel', [config, shapes, weights], { signal });
  const { number, slices } = begun;
  const { generation } = engine;
  const isLost = () => engine.generation !== generation;
  const sizes = new Map(slices.map(({ tensor, end }) => [tensor, end]));
  const read = async (i: number) => {
    const { tensor, begin, end } = slices[i]!;
    const { bytes } = tensors[tensor]!;
    const isRead = typeof bytes === 'function';
    const part: unknown = isRead ? await bytes(begin, end) : bytes;
    if (!(part instanceof Uint8Array))
      refuseValue('{} to be a Uint8Array', [`tensors[${describe(tensor)}].bytes`], part);
    // The last slice includes surplus bytes, so that the core refuses them.
    return isRead ? part : part.subarray(begin, end === sizes.get(tensor) ? part.length : end);
  };
  try {
    let next = read(0);
    for (const [i, { tensor }] of slices.entries()) {
      const bytes = await next;
      // Read while the engine packs this one.
      if (i + 1 < slices.length) next = read(i + 1);
      next.catch(() => {});
      if (isLost()) throw lost();
      // A view of a larger buffer is copied: the buffer has other slices as well.
      const isOwn = bytes.byteLength === bytes.buffer.byteLength;
      const transfer = isOwn && typeof tensors[tensor]!.bytes === 'function';
      await engine.request('addToCheckpointModel', [number, bytes], { signal, transfer });
    }
    if (isLost()) throw lost();
    const created = await engine.request('finishCheckpointModel', [number], { signal });
    return new TokenModel(engine, { ...created, generation: engine.generation });
  } catch (error) {
    if (!isLost()) void engine.request('releaseCheckpointModel', [number]).catch(() => {});
    throw error;
  }
}

const lost = () => new EngineError('this model was lost when the engine stopped: create another');
