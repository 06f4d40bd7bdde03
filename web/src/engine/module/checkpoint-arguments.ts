/** Writes a checkpoint: the settings in its config.json, the shapes of its tensors, and their bytes. */
import type { StoredShape } from '../../../../wasm/engine';
import { integersNamed, textNamed } from './arguments';
import type { Argument } from './message';
import { describe, expectObject, ownEntries, refuseValue } from '../checks/expect';

/** Lists, objects and null in config.json are settings that the core does not read. */
export const checkpointSettings: Argument = (message, value) => {
  const fields = ownEntries(expectObject('config', value)).filter(([, field]) =>
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

export const storedShapes: Argument = (message, value) => {
  const all = ownEntries(expectObject('tensors', value));
  message.word(all.length);
  for (const [key, tensor] of all) {
    const name = `tensors[${describe(key)}]`;
    const { dtype, shape } = expectObject(name, tensor) as Partial<StoredShape>;
    message.text(key);
    textNamed(`${name}.dtype`)(message, dtype);
    integersNamed(`${name}.shape`)(message, shape);
  }
};

export const bytes: Argument = (message, value) => {
  if (!(value instanceof Uint8Array)) refuseValue('{} to be a Uint8Array', ['bytes'], value);
  message.word(value.length);
  message.data.push(value);
};
