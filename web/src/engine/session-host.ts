/** The host of the playground's module: one Session. */
import createAttentionModule from '#wasm/attention.mjs';
import { hostOf } from './host';

export const createSessionHost = hostOf(async (wasmBinary) => {
  const { Session } = await createAttentionModule({ wasmBinary });
  return new Session();
});
