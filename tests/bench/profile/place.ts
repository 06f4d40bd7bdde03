/** A place where a workload is profiled: Node or Chromium. */
import type { Profiler } from 'node:inspector';

export interface Place {
  /** "Chromium 156, relaxed SIMD" */
  readonly name: string;
  profile(id: string): Promise<{ words: string; sampled: Profiler.Profile }>;
  close(): Promise<void>;
}

export const kSampleMicroseconds = 200;
export const kSampledMs = 2000;

/** The module built with function names, without and with relaxed SIMD. Paths without extension. */
export const kNamed = 'build/profile/wasm/attention';
export const kRelaxedNamed = 'build/profile/relaxed/attention';
