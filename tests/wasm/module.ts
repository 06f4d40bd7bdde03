/** The built engine, as the tests load it: its bytes are read here, since Node cannot fetch a file. */
import createAttentionModule from '#wasm/attention.mjs';
import { readFileSync } from 'node:fs';
import type { Session } from '../../wasm/engine';

export const wasmUrl = new URL('../../build/wasm/wasm/attention.wasm', import.meta.url);

export function wasmBinary(): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(wasmUrl);
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

/** A module of its own: its memory starts small. */
export function newSession(): Promise<Session> {
  return createAttentionModule({ wasm: wasmBinary() });
}
