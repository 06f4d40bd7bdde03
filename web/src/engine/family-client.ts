/** The family as JavaScript sees it: an operation's name, a configuration, tensors by name. */
import type {
  FamilyModule,
  Memory,
  NamedTensorInputs,
  NamedTensors,
  OperationInfo,
  OperationName,
  Operations,
  PreparedName,
  PyTorchModule,
  SafetensorsFile,
} from '../../../wasm/family';
import { familyPlaces } from './family-places';
import { fetchWasm } from './load';
import { Model, type Preparation } from './model';
import { familyWasm } from './relaxed';
import { type EngineOptions, Requests } from './requests';
import type { HostPlaces } from './transport';

const places: HostPlaces = {
  wasm: () => fetchWasm(familyWasm().url),
  worker: () => familyPlaces.worker(),
  thisThread: async () => (await import('./family-host')).createFamilyHost,
};

export async function openFamily(options: EngineOptions): Promise<Family> {
  const family = new Family(places, options);
  await family.start();
  return family;
}

/** Optional where every key of it is. */
type ConfigOf<O extends OperationName> = object extends Operations[O]['config']
  ? { config?: Operations[O]['config'] }
  : { config: Operations[O]['config'] };
type InputsOf<O extends OperationName> = object extends Operations[O]['inputs']
  ? { inputs?: Operations[O]['inputs'] }
  : { inputs: Operations[O]['inputs'] };

/** What an operation is called with: a flat configuration, and tensors by name. */
export type OperationCall<O extends OperationName> = ConfigOf<O> &
  InputsOf<O> & { parameters?: NamedTensorInputs };

export interface OperationResult<O extends OperationName> {
  outputs: Operations[O]['outputs'];
}

export class Family extends Requests<FamilyModule> {
  /** Everything that can be run, in the order of the README. */
  operations(): Promise<OperationInfo[]> {
    return this.request('operations', []);
  }

  /** Untrained parameters, which the configuration gives their shapes. The same seed, the same bits. */
  randomParameters<O extends OperationName>(
    operation: O,
    config: Operations[O]['config'],
    seed: number,
    signal?: AbortSignal,
  ): Promise<NamedTensors> {
    return this.#ask(() =>
      this.request('randomParameters', [operation, json(config), seed], signal),
    );
  }

  /** The results by name; with `trace: true` every intermediate too. */
  run<O extends OperationName>(
    operation: O,
    call: OperationCall<O> & { trace: true },
    signal?: AbortSignal,
  ): Promise<OperationResult<O> & { trace: NamedTensors }>;
  run<O extends OperationName>(
    operation: O,
    call: OperationCall<O> & { trace?: boolean },
    signal?: AbortSignal,
  ): Promise<OperationResult<O>>;
  run<O extends OperationName>(
    operation: O,
    call: OperationCall<O> & { trace?: boolean },
    signal?: AbortSignal,
  ): Promise<OperationResult<O>> {
    return this.#ask(async () => {
      const { config, parameters, inputs } = written(call);
      const trace = call.trace ?? false;
      const result = await this.request(
        'run',
        [operation, config, parameters, inputs, trace],
        signal,
      );
      return result as unknown as OperationResult<O>;
    });
  }

  /**
   * The gradient of each parameter and each input, by "d_" and its name, from those of the results
   * (`d_outputs: { d_output }`).
   */
  gradients<O extends OperationName>(
    operation: O,
    call: OperationCall<O> & { d_outputs: NamedTensorInputs },
    signal?: AbortSignal,
  ): Promise<NamedTensors> {
    return this.#ask(() => {
      const { config, parameters, inputs } = written(call);
      return this.request(
        'gradients',
        [operation, config, parameters, inputs, call.d_outputs],
        signal,
      );
    });
  }

  /** For many calls with the same parameters. To be disposed of when it is not needed any more. */
  prepare<O extends PreparedName>(
    operation: O,
    preparation: Preparation<O>,
    signal?: AbortSignal,
  ): Promise<Model<O>> {
    return this.#ask(async () => {
      const source = 'seed' in preparation ? preparation.seed : preparation.parameters;
      const given = [operation, json(preparation.config), source] as const;
      return new Model(this, await this.request('prepare', [...given], signal));
    });
  }

  /** The tensors of a .safetensors file, whichever their type, as floats. */
  readSafetensors(file: Uint8Array, signal?: AbortSignal): Promise<SafetensorsFile> {
    return this.request('readSafetensors', [file], signal);
  }

  /** A .safetensors file of float32. */
  writeSafetensors(
    tensors: NamedTensorInputs,
    metadata: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.request('writeSafetensors', [tensors, metadata], signal);
  }

  /** The arrays of an .npz file (`numpy.savez`, `numpy.savez_compressed`) as floats. */
  readNpz(file: Uint8Array, signal?: AbortSignal): Promise<NamedTensors> {
    return this.request('readNpz', [file], signal);
  }

  /** An .npz file for `numpy.load`. */
  writeNpz(tensors: NamedTensorInputs, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    return this.request('writeNpz', [tensors], signal);
  }

  /** A module's `state_dict()` to the parameters of the operation that computes the same. */
  fromPyTorch(
    module: PyTorchModule,
    stateDict: NamedTensorInputs,
    signal?: AbortSignal,
  ): Promise<NamedTensors> {
    return this.request('fromPyTorch', [module, stateDict], signal);
  }

  /** And back. Gradients of parameters go the same way, without their "d_". */
  toPyTorch(
    module: PyTorchModule,
    parameters: NamedTensorInputs,
    signal?: AbortSignal,
  ): Promise<NamedTensors> {
    return this.request('toPyTorch', [module, parameters], signal);
  }

  memory(): Promise<Memory> {
    return this.request('memory', []);
  }

  /** What JSON cannot say is refused like anything else: by a rejection. */
  async #ask<T>(request: () => Promise<T>): Promise<T> {
    return request();
  }
}

interface AnyCall {
  config?: object;
  parameters?: NamedTensorInputs;
  inputs?: object;
}

/** A call as the module takes it: what was left out is empty. */
function written(call: AnyCall) {
  return {
    config: json(call.config),
    parameters: call.parameters ?? {},
    inputs: (call.inputs ?? {}) as NamedTensorInputs,
  };
}

/** Keys whose value is undefined are left out, as if they had not been written. */
function json(config: object = {}): string {
  return JSON.stringify(config);
}
