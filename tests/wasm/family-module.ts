/** The built module of the family, as the tests load it, and calls of it in a few words. */
import createFamilyModule from '#wasm/family.mjs';
import { readFileSync } from 'node:fs';
import type { FamilyModule, NamedTensors } from '../../wasm/family';
import type { OperationCall } from '../../web/src/engine/family-client';
import type { OperationName, Operations } from '../../wasm/operations';

export const familyUrl = new URL('../../build/wasm/wasm/family.wasm', import.meta.url);

export function familyBinary(): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(familyUrl);
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

/** A module of its own: its memory starts small. */
export function newFamilyModule(): Promise<FamilyModule> {
  return createFamilyModule({ wasmBinary: familyBinary() });
}

type Call<O extends OperationName> = OperationCall<O> & { seed?: number };

/** The module's functions, called as the client's are. Parameters come from `seed` if not given. */
export class FamilyOf {
  constructor(readonly module: FamilyModule) {}

  parameters<O extends OperationName>(operation: O, call: Call<O>): NamedTensors {
    const { config = {}, parameters, seed = 1 } = call as Call<OperationName>;
    return (
      (parameters as NamedTensors | undefined) ??
      this.module.randomParameters(operation, JSON.stringify(config), seed)
    );
  }

  traced<O extends OperationName>(
    operation: O,
    call: Call<O>,
  ): { outputs: Operations[O]['outputs']; trace: NamedTensors } {
    const { config = {}, inputs = {} } = call as Call<OperationName>;
    const parameters = this.parameters(operation, call);
    const given = [JSON.stringify(config), parameters, inputs as never] as const;
    return this.module.run(operation, ...given, true) as never;
  }

  run<O extends OperationName>(operation: O, call: Call<O>): Operations[O]['outputs'] {
    return this.traced(operation, call).outputs;
  }

  gradients<O extends OperationName>(
    operation: O,
    call: Call<O>,
    d_outputs: NamedTensors,
  ): NamedTensors {
    const { config = {}, inputs = {} } = call as Call<OperationName>;
    const parameters = this.parameters(operation, call);
    const given = [JSON.stringify(config), parameters, inputs as never] as const;
    return this.module.gradients(operation, ...given, d_outputs);
  }
}

export async function newFamily(): Promise<FamilyOf> {
  return new FamilyOf(await newFamilyModule());
}
