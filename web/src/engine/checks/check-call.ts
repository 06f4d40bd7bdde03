/** Checks the object that a call is made with: `{ config, parameters, inputs, .. }`. */
import type { NamedTensorInputs } from '../../../../wasm/engine';
import { refusal } from './refusal';
import { shortened, expectInteger, expectObject, refuseValue } from './expect';

/** Throws if `call` is not an object, has a key that is not in `keys`, or has a signal that is not an AbortSignal. */
export function checkCall(call: unknown, keys: readonly string[]): void {
  for (const key of Object.keys(expectObject('the call', call)))
    if (!keys.includes(key))
      throw refusal('expected only the keys {} in the call, got "{}"', [
        keys.join(', '),
        shortened(key),
      ]);
  if (keys.includes('signal')) expectSignal((call as { signal?: unknown }).signal);
}

/** Not by `instanceof`: a signal of another window has another class. */
function expectSignal(signal: unknown): void {
  if (signal !== undefined && signal !== null && !('aborted' in Object(signal)))
    refuseValue('{} to be an AbortSignal', ['signal'], signal);
}

/** The seed that draws the parameters, or the parameters themselves; exactly one of them is needed. */
export function seedOrParameters(
  seed: number | undefined,
  parameters: NamedTensorInputs | undefined,
): NamedTensorInputs | number {
  if (seed !== undefined && parameters !== undefined)
    throw refusal('expected either a seed or parameters, got both');
  if (seed !== undefined) return expectInteger('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  if (parameters === undefined) throw refusal('expected a seed or parameters, got neither');
  return expectObject('parameters', parameters) as NamedTensorInputs;
}

export function expectGradients(d_outputs: unknown): void {
  if (d_outputs === undefined || d_outputs === null)
    throw refusal('expected d_outputs, the gradients of the outputs, got none');
}
