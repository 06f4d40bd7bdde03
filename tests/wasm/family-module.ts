/** The built module of the family, as the tests load it, and calls of it in a few words. */
import createFamilyModule from '#wasm/family.mjs';
import createFilesModule from '#wasm/files.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { FamilyModule, NamedTensors } from '../../wasm/family';
import type { FilesModule } from '../../wasm/files';
import type { OperationCall } from '../../web/src/engine/family-client';
import type { OperationName, Operations } from '../../wasm/operations';

const urlOf = (build: string) => new URL(`../../build/wasm/wasm/${build}`, import.meta.url);

export const familyUrl = urlOf('family.wasm');
export const filesUrl = urlOf('files.wasm');

/** With relaxed SIMD too, where the compiler was new enough for it. */
export const familyBuilds = ['family.wasm', 'family.relaxed.wasm'].filter((build) =>
  existsSync(urlOf(build)),
);

export function familyBinary(build = 'family.wasm'): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(urlOf(build));
  const binary = (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
  // Node 20 knows relaxed SIMD, but only when told so.
  if (!WebAssembly.validate(binary)) setFlagsFromString('--experimental-wasm-relaxed-simd');
  return binary;
}

/** A module of its own: its memory starts small. */
export function newFamilyModule(build?: string): Promise<FamilyModule> {
  return createFamilyModule({ wasm: familyBinary(build) });
}

export function newFilesModule(): Promise<FilesModule> {
  return createFilesModule({ wasm: familyBinary('files.wasm') });
}

type Call<O extends OperationName> = OperationCall<O> & { seed?: number };

/** The module's functions, called as the client's are. Parameters come from `seed` if not given. */
export class FamilyOf {
  constructor(readonly module: FamilyModule) {}

  parameters<O extends OperationName>(operation: O, call: Call<O>): NamedTensors {
    const { config = {}, parameters, seed = 1 } = call as Call<OperationName>;
    return (
      (parameters as NamedTensors | undefined) ??
      this.module.randomParameters(operation, config, seed)
    );
  }

  traced<O extends OperationName>(
    operation: O,
    call: Call<O>,
  ): { outputs: Operations[O]['outputs']; trace: NamedTensors } {
    const { config = {}, inputs = {} } = call as Call<OperationName>;
    const parameters = this.parameters(operation, call);
    const given = [config, parameters, inputs as never] as const;
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
    const given = [config, parameters, inputs as never] as const;
    return this.module.gradients(operation, ...given, d_outputs);
  }
}

export async function newFamily(build?: string): Promise<FamilyOf> {
  return new FamilyOf(await newFamilyModule(build));
}
