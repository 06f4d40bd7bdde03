/** The host of the playground's module: one Session, its small calls by rooms. */
import createAttentionModule from '#wasm/attention.mjs';
import type { Session } from '../../../wasm/engine';
import { hostOf } from './host';
import { Rooms } from './rooms';

/** What a page can ask for; a room is the host's own business. */
export type SessionVerbs = Omit<
  Session,
  'openRoom' | 'compute' | 'roomInputs' | 'roomResults' | 'roomLayout'
>;

export async function openSession(wasmBinary: ArrayBuffer): Promise<SessionVerbs> {
  return verbsOf(await createAttentionModule({ wasm: wasmBinary }));
}

export const createSessionHost = hostOf(openSession);

export function verbsOf(session: Session): SessionVerbs {
  const rooms = new Rooms(session);
  return {
    embed: (request) => session.embed(request),
    createMultiHead: (config) => session.createMultiHead(config),
    parameters: (layer) => session.parameters(layer),
    release: (layer) => {
      rooms.release(layer);
      session.release(layer);
    },
    forward: (layer, inputs) => rooms.output(layer, inputs) ?? session.forward(layer, inputs),
    weights: (layer, inputs) => rooms.weights(layer, inputs) ?? session.weights(layer, inputs),
    trace: (layer, inputs) => rooms.trace(layer, inputs) ?? session.trace(layer, inputs),
    rowDetail: (layer, request) => session.rowDetail(layer, request),
    average: (layer, field) => session.average(layer, field),
    difference: (given) => session.difference(given),
    memory: () => session.memory(),
  };
}
