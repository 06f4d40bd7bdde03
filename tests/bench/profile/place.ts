/** Where a work is profiled. */
import type { Profiler } from 'node:inspector';

export interface Place {
  /** "Chromium 156, relaxed SIMD" */
  readonly name: string;
  profile(id: string): Promise<{ words: string; sampled: Profiler.Profile }>;
  close(): Promise<void>;
}

export const kSampleMicroseconds = 200;
export const kSampledMs = 2000;

/** The module that keeps its functions' names, plain or relaxed, without its ending. */
export const kNamed = 'build/profile/wasm/attention';
export const kRelaxedNamed = 'build/profile/relaxed/family';
