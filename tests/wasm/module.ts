/** Loads the built module for tests, with short forms of its calls. */
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { EngineModule, NamedTensors } from '../../wasm/engine';
import { openModule } from '../../web/src/engine/module/module';
import type { OperationCall, OperationName, Operations } from '../../wasm/engine';

const urlOf = (build: string) => new URL(`../../build/wasm/wasm/${build}`, import.meta.url);

export const wasmUrl = urlOf('attention.wasm');

/** Includes relaxed SIMD if the compiler supports it. */
export const builds = ['attention.wasm', 'attention.relaxed.wasm'].filter((build) =>
  existsSync(urlOf(build)),
);

export function wasmBinary(build = 'attention.wasm'): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(urlOf(build));
  const binary = (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
  // Node 20 supports relaxed SIMD only with a flag.
  if (!WebAssembly.validate(binary)) setFlagsFromString('--experimental-wasm-relaxed-simd');
  return binary;
}

/** A separate module, whose memory starts small. */
export function newModule(build?: string): Promise<EngineModule> {
  return openModule(wasmBinary(build));
}

type Call<O extends OperationName> = OperationCall<O> & { seed?: number };

/** Calls the module's functions with the client's signatures. Draws parameters from `seed` if none are passed. */
export class Calls {
  constructor(readonly module: EngineModule) {}

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
    const args = [config, parameters, inputs as never] as const;
    return this.module.run(operation, ...args, 'trace') as never;
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
    const args = [config, parameters, inputs as never] as const;
    return this.module.gradients(operation, ...args, d_outputs);
  }
}

export async function newCalls(build?: string): Promise<Calls> {
  return new Calls(await newModule(build));
}
