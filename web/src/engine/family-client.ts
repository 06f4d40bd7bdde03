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
} from '../../../wasm/family';
import type { FilesModule, PyTorchModule, SafetensorsFile } from '../../../wasm/files';
import { familyPlaces } from './family-places';
import { fetchWasm } from './load';
import { Model, type Preparation } from './model';
import { familyWasm } from './relaxed';
import { type EngineOptions, Requests } from './requests';
import type { HostPlaces } from './transport';

const places: HostPlaces = {
  wasm: () => fetchWasm(familyWasm().url),
  worker: () => familyPlaces.worker(),
  workerUrl: familyPlaces.workerUrl,
  thisThread: async () => (await import('./family-host')).createFamilyHost,
};

const filesPlaces: HostPlaces = {
  wasm: () => fetchWasm(familyPlaces.filesUrl),
  worker: () => familyPlaces.filesWorker(),
  thisThread: async () => (await import('./files-host')).createFilesHost,
};

export interface FamilyOptions extends EngineOptions {
  /**
   * The same of the module that reads and writes files, files.wasm, when it does not lie beside this
   * script. Its first call loads it.
   */
  files?: Pick<EngineOptions, 'wasmUrl' | 'wasmBinary' | 'workerUrl'>;
}

export async function openFamily(options: FamilyOptions): Promise<Family> {
  const family = new Family(options);
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
  /** Has a host of its own, from its first request on. */
  readonly #files: Requests<FilesModule>;

  constructor({ files, ...options }: FamilyOptions) {
    super(places, options);
    this.#files = new Requests(filesPlaces, { worker: options.worker ?? true, ...files });
  }

  override close(): void {
    super.close();
    this.#files.close();
  }

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
      this.request('randomParameters', [operation, copied(config), seed], signal),
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
      const given = [operation, copied(preparation.config), source] as const;
      return new Model(this, await this.request('prepare', [...given], signal));
    });
  }

  /** The tensors of a .safetensors file, whichever their type, as floats. */
  readSafetensors(file: Uint8Array, signal?: AbortSignal): Promise<SafetensorsFile> {
    return this.#files.request('readSafetensors', [file], signal);
  }

  /** A .safetensors file of float32. */
  writeSafetensors(
    tensors: NamedTensorInputs,
    metadata: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.request('writeSafetensors', [tensors, metadata], signal);
  }

  /** The arrays of an .npz file (`numpy.savez`, `numpy.savez_compressed`) as floats. */
  readNpz(file: Uint8Array, signal?: AbortSignal): Promise<NamedTensors> {
    return this.#files.request('readNpz', [file], signal);
  }

  /** An .npz file for `numpy.load`. */
  writeNpz(tensors: NamedTensorInputs, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.request('writeNpz', [tensors], signal);
  }

  /** A module's `state_dict()` to the parameters of the operation that computes the same. */
  fromPyTorch(
    module: PyTorchModule,
    stateDict: NamedTensorInputs,
    signal?: AbortSignal,
  ): Promise<NamedTensors> {
    return this.#files.request('fromPyTorch', [module, stateDict], signal);
  }

  /** And back. Gradients of parameters go the same way, without their "d_". */
  toPyTorch(
    module: PyTorchModule,
    parameters: NamedTensorInputs,
    signal?: AbortSignal,
  ): Promise<NamedTensors> {
    return this.#files.request('toPyTorch', [module, parameters], signal);
  }

  memory(): Promise<Memory> {
    return this.request('memory', []);
  }

  /** What cannot be passed to a worker is refused like anything else: by a rejection. */
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
    config: copied(call.config),
    parameters: call.parameters ?? {},
    inputs: (call.inputs ?? {}) as NamedTensorInputs,
  };
}

/** As it is now: the call may have to wait. */
function copied(config: object = {}): object {
  return structuredClone(config);
}
