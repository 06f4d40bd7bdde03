/**
 * The module of files as Embind exposes it (wasm/files_bindings.cpp). Hand-kept: a test compares the
 * members with the built module's. Applications use the family's methods of the same names.
 */
import type { Memory, NamedTensorInputs, NamedTensors } from './family';

export interface SafetensorsFile {
  tensors: NamedTensors;
  metadata: Record<string, string>;
}

export type PyTorchModule =
  | 'MultiheadAttention'
  | 'TransformerEncoderLayer'
  | 'TransformerDecoderLayer'
  | 'TransformerEncoder'
  | 'TransformerDecoder'
  | 'Transformer';

/** Every function throws an `Error` with the core's words. */
export interface FilesModule {
  readSafetensors(file: Uint8Array): SafetensorsFile;
  writeSafetensors(
    tensors: NamedTensorInputs,
    metadata: Readonly<Record<string, string>>,
  ): Uint8Array<ArrayBuffer>;
  readNpz(file: Uint8Array): NamedTensors;
  writeNpz(tensors: NamedTensorInputs): Uint8Array<ArrayBuffer>;
  fromPyTorch(module: string, stateDict: NamedTensorInputs): NamedTensors;
  toPyTorch(module: string, parameters: NamedTensorInputs): NamedTensors;
  memory(): Memory;
}

export default function createFilesModule(options: { wasm: ArrayBuffer }): Promise<FilesModule>;
