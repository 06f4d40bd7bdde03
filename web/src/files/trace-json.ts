/** Writes and reads traces as JSON. Strings stand for numbers that JSON lacks: "-inf", "inf", "nan". */
import type { Tensor } from '../tensors/tensor';
import { decimal } from './decimal';
import { countOf, shortForm } from './shape';
import { refuse, type OpenedTensor } from './source';
import {
  noteOf,
  parsedJson,
  readNote,
  recordOf,
  type ExportedTrace,
  type TraceNote,
} from './trace';

const notFinite: Readonly<Record<string, number>> = {
  '-inf': -Infinity,
  inf: Infinity,
  nan: NaN,
};

export function traceJson(trace: ExportedTrace): string {
  const note = JSON.stringify(noteOf(trace), null, 1).slice(0, -2);
  const tensors = trace.tensors.map(([name, { axes, shape, data }]) => {
    const numbers = Array.from(data, (value) => {
      const text = decimal(value);
      return text in notFinite ? `"${text}"` : text;
    });
    return `  ${JSON.stringify(name)}: {"axes": ${JSON.stringify(axes)}, "shape": ${JSON.stringify(shape)}, "data": [${numbers.join(',')}]}`;
  });
  return `${note},\n "tensors": {\n${tensors.join(',\n')}\n }\n}\n`;
}

export function readTraceJson(bytes: Uint8Array): { tensors: OpenedTensor[]; note: TraceNote } {
  const value = parsedJson(bytes);
  const note = readNote(value);
  const tensors = recordOf(recordOf(value)!['tensors']) ?? refuse((words) => words.json);
  const read = Object.entries(tensors).map(
    ([name, entry]) => [name, tensorOf(name, entry)] as const,
  );
  return {
    note,
    tensors: read.map(([name, tensor]) => ({
      name,
      shape: tensor.shape,
      read: () => Promise.resolve(tensor),
    })),
  };
}

function tensorOf(name: string, value: unknown): Tensor {
  const { axes, shape, data } =
    recordOf(value) ?? refuse((words) => words.traceTensor(name, shortForm(value)));
  const count = countOf(name, shape);
  const named =
    Array.isArray(axes) &&
    axes.length === (shape as number[]).length &&
    axes.every((axis) => typeof axis === 'string' && /^\w{1,32}$/.test(axis));
  if (!named) refuse((words) => words.traceTensor(name, shortForm(axes)));
  if (!Array.isArray(data) || data.length !== count)
    return refuse((words) =>
      words.numbers(name, count, Array.isArray(data) ? data.length : shortForm(data)),
    );
  const floats = new Float32Array(count);
  data.forEach((number: unknown, i) => {
    const float = typeof number === 'number' ? number : notFiniteOf(number);
    floats[i] = float ?? refuse((words) => words.traceTensor(name, shortForm(number)));
  });
  return { axes: axes as string[], shape: shape as number[], data: floats };
}

function notFiniteOf(text: unknown): number | undefined {
  return typeof text === 'string' && Object.hasOwn(notFinite, text) ? notFinite[text] : undefined;
}
