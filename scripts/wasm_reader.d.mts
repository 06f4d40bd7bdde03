export class WasmReader {
  constructor(bytes: Uint8Array, at?: number);
  readonly done: boolean;
  byte(): number;
  unsigned(): number;
  skipNumber(): void;
  take(length: number): Uint8Array;
}
