/**
 * The family's WebAssembly module as Embind exposes it (wasm/family_bindings.cpp). Hand-kept: a test
 * compares the members with the built module's. Applications use `createFamily()` of
 * web/src/engine/family.ts.
 */
import type { Memory, Tensor } from './engine';
import type { MemoryMaskInputs } from './configurations';
import type { Given, OperationName } from './operations';

export type { Memory, Tensor } from './engine';
export type { Given, OperationName, Operations } from './operations';

/** Owned copies. */
export type NamedTensors = Record<string, Tensor>;

/** At most eight axes each. */
export type NamedTensorInputs = Readonly<Record<string, Given>>;

export interface OperationInfo {
  name: OperationName;
  /** Where it is implemented, below core/. */
  header: string;
  /** The names of its inputs, those that may be left out too. */
  inputs: string[];
  /** Whether `randomParameters` can draw any. */
  has_parameters: boolean;
  /** Whether `gradients` can be asked for. */
  has_gradients: boolean;
  /** Whether `prepare` takes it. */
  can_be_prepared: boolean;
}

/** The operations that can be prepared. */
export type PreparedName = 'multi_head' | 'encoder_layer' | 'encoder' | 'decoder_layer' | 'decoder';

/** New tokens, [batch, query, d_model] or [query, d_model]; of a decoder the first step takes memory. */
export type StepInputs<O extends PreparedName> = { x: Given } & (O extends
  'decoder_layer' | 'decoder'
  ? { memory?: Given } & MemoryMaskInputs
  : unknown);

export interface AdamOptions {
  learning_rate?: number; // 0.001
  beta_1?: number; // 0.9
  beta_2?: number; // 0.999
  epsilon?: number; // 1e-8
}

/** Every function throws an `Error` with the core's words. */
export interface FamilyModule {
  operations(): OperationInfo[];
  randomParameters(operation: string, config: object, seed: number): NamedTensors;
  run(
    operation: string,
    config: object,
    parameters: NamedTensorInputs,
    inputs: NamedTensorInputs,
    wantTrace: boolean,
  ): { outputs: NamedTensors; trace?: NamedTensors };
  gradients(
    operation: string,
    config: object,
    parameters: NamedTensorInputs,
    inputs: NamedTensorInputs,
    d_outputs: NamedTensorInputs,
  ): NamedTensors;
  /** A model's number; it keeps its parameters, which a seed draws at random. */
  prepare(operation: string, config: object, parameters: NamedTensorInputs | number): number;
  runModel(
    model: number,
    inputs: NamedTensorInputs,
    wantTrace: boolean,
  ): { outputs: NamedTensors; trace?: NamedTensors };
  modelGradients(
    model: number,
    inputs: NamedTensorInputs,
    d_outputs: NamedTensorInputs,
  ): NamedTensors;
  /** `length`: of the tokens so far, which the model keeps until it is restarted. */
  stepModel(model: number, inputs: NamedTensorInputs): { outputs: NamedTensors; length: number };
  /** One step of Adam; the mean squared error before it. */
  trainModel(
    model: number,
    inputs: NamedTensorInputs,
    targets: NamedTensorInputs,
    adam: AdamOptions,
  ): number;
  restartModel(model: number): void;
  modelParameters(model: number, names: readonly string[] | undefined): NamedTensors;
  releaseModel(model: number): void;
  memory(): Memory;
}

export default function createFamilyModule(options: { wasm: ArrayBuffer }): Promise<FamilyModule>;
