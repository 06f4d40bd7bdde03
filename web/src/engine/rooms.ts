/**
 * Calls of a layer that come again with inputs of the same shapes, as typing and dragging make them:
 * the shapes are told once, and each call passes only numbers. Live views of the module's memory
 * stay in here, and none is used without a look whether the memory has grown since.
 */
import type {
  AttentionInputs,
  AttentionTrace,
  AttentionWeights,
  RoomParts,
  RoomPlace,
  Session,
  Tensor,
  TensorInput,
} from '../../../wasm/engine';

/** Beyond so many scores a head, computing takes far longer than passing tensors one by one. */
const kMaxScores = 64 * 64;

/** What a call's tensors are, in the order in which they lie. */
interface Layout {
  parts: { name: string; place: RoomPlace; firstByte: number; size: number }[];
  /** All names, for an object that has them from the beginning is made in half the time. */
  blank: Record<string, Tensor>;
}

interface Room {
  query: readonly number[];
  key: readonly number[];
  mask: string;
  isSelf: boolean;
  inputs: Float32Array[];
  results: Float32Array | null;
  /** Of the last call. */
  parts: RoomParts;
  layouts: (Layout | undefined)[];
}

export class Rooms {
  readonly #rooms = new Map<number, Room>();

  constructor(private readonly session: Session) {}

  /** The output alone, shaped as the query; undefined when this is no call for a room. */
  output(layer: number, inputs: AttentionInputs): Tensor | undefined {
    return this.#compute(layer, inputs, 0)?.['output'];
  }

  /** As a trace has them. */
  weights(layer: number, inputs: AttentionInputs): AttentionWeights | undefined {
    return this.#compute(layer, inputs, 1) as AttentionWeights | undefined;
  }

  trace(layer: number, inputs: AttentionInputs): AttentionTrace | undefined {
    return this.#compute(layer, inputs, 2) as AttentionTrace | undefined;
  }

  release(layer: number): void {
    this.#rooms.delete(layer);
  }

  /** All results are parts of one buffer, an owned copy. */
  #compute(layer: number, given: AttentionInputs, parts: RoomParts) {
    if (!isSmallAndWhole(given)) return undefined;
    const room = this.#roomFor(layer, given);
    if (room.inputs[0]!.buffer.byteLength === 0) room.inputs = this.session.roomInputs(layer);
    room.inputs[0]!.set(given.query.data);
    if (!room.isSelf) {
      room.inputs[1]!.set(given.key.data);
      room.inputs[2]!.set(given.value.data);
    }
    this.session.compute(layer, parts);
    const layout = (room.layouts[parts] ??= layoutOf(this.session.roomLayout(layer)));
    if (room.parts !== parts || !room.results || room.results.buffer.byteLength === 0)
      room.results = this.session.roomResults(layer);
    room.parts = parts;
    const { buffer } = room.results.slice();
    const tensors = { ...layout.blank };
    for (const { name, place, firstByte, size } of layout.parts)
      tensors[name] = {
        axes: place.axes,
        shape: place.shape,
        // Several times as fast as a subarray, which asks what it should be.
        data: new Float32Array(buffer, firstByte, size),
      };
    return tensors;
  }

  #roomFor(layer: number, { query, key, value, mask }: AttentionInputs): Room {
    const known = this.#rooms.get(layer);
    const isSelf = key === query && value === query;
    if (
      known &&
      known.isSelf === isSelf &&
      known.mask === mask &&
      isSame(known.query, query.shape) &&
      (isSelf || isSame(known.key, key.shape))
    )
      return known;
    this.#rooms.delete(layer);
    this.session.openRoom(layer, { query, key, mask, is_self: isSelf });
    const room: Room = {
      query: [...query.shape],
      key: [...key.shape],
      mask,
      isSelf,
      inputs: this.session.roomInputs(layer),
      results: null,
      parts: 0,
      layouts: [],
    };
    this.#rooms.set(layer, room);
    return room;
  }
}

/** Whatever else comes is refused, or computed, by the session itself. */
function isSmallAndWhole(given: AttentionInputs): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { query, key, value, mask } = given;
  if (mask !== 'none' && mask !== 'causal') return false;
  if (!isWhole(query)) return false;
  if (key !== query && !isWhole(key)) return false;
  if (value !== key && !(isWhole(value) && isSame(value.shape, key.shape))) return false;
  return query.shape.at(-2)! * key.shape.at(-2)! <= kMaxScores;
}

function isWhole(tensor: TensorInput): boolean {
  if (typeof tensor !== 'object' || tensor === null) return false;
  const { shape, data } = tensor;
  if (!Array.isArray(shape) || (shape.length !== 2 && shape.length !== 3)) return false;
  let size = 1;
  for (const extent of shape) {
    if (!Number.isInteger(extent) || extent < 1) return false;
    size *= extent;
  }
  return data instanceof Float32Array && data.length === size;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const kNoTensor: Tensor = { axes: [], shape: [], data: new Float32Array() };

/** Results share what says what they are, so nobody may write to it. */
function layoutOf(places: Record<string, RoomPlace>): Layout {
  const blank: Layout['blank'] = {};
  const parts = Object.entries(places).map(([name, place]) => {
    Object.freeze(place.axes);
    Object.freeze(place.shape);
    blank[name] = kNoTensor;
    const size = place.shape.reduce((product, extent) => product * extent, 1);
    return { name, place, firstByte: place.offset * Float32Array.BYTES_PER_ELEMENT, size };
  });
  return { parts, blank };
}
