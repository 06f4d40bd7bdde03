/** Writes a checkpoint: the settings in its config.json, and its tensors as the file stores them. */
import type { StoredTensor } from '../../../wasm/engine';
import { integers } from './example-arguments';
import type { Message } from './message';
import { expectObject, expectText, fieldsOf, refuseValue, shown } from './shown';

type Argument = (message: Message, value: unknown) => void;

/** Lists, objects and null in config.json are settings that the core does not read. */
export const settings: Argument = (message, value) => {
  const fields = fieldsOf(expectObject('config', value)).filter(([, field]) =>
    ['number', 'boolean', 'string'].includes(typeof field),
  );
  message.word(fields.length);
  for (const [key, field] of fields) {
    message.text(key);
    message.flag(typeof field === 'string');
    if (typeof field === 'string') message.text(field);
    else message.number(Number(field));
  }
};

export const storedShapes: Argument = (message, value) => tensors(message, value, () => {});

export const storedTensors: Argument = (message, value) =>
  tensors(message, value, (name, bytes) => {
    if (!(bytes instanceof Uint8Array))
      refuseValue('{} to be a Uint8Array', [`${name}.bytes`], bytes);
    message.word(bytes.length);
    message.data.push(bytes);
  });

function tensors(
  message: Message,
  value: unknown,
  writeBytes: (name: string, bytes: unknown) => void,
): void {
  const all = fieldsOf(expectObject('tensors', value));
  message.word(all.length);
  for (const [key, tensor] of all) {
    const name = `tensors[${shown(key)}]`;
    const { dtype, shape, bytes } = expectObject(name, tensor) as Partial<StoredTensor>;
    message.text(key);
    message.text(expectText('{} to be a text', [`${name}.dtype`], dtype));
    integers(message, `${name}.shape`, shape);
    writeBytes(name, bytes);
  }
}
