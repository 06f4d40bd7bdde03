import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NamedTensors, OperationInfo, Tensor } from '../../wasm/family';
import type { FilesModule } from '../../wasm/files';
import { boundArguments } from './bound-arguments';
import { examples, names } from './family-examples';
import { newFamily, newFilesModule, type FamilyOf } from './family-module';

const read = (name: string) =>
  readFileSync(new URL(`../../wasm/${name}.d.ts`, import.meta.url), 'utf8');
const types = read('family') + read('files');
const operationTypes = (read('configurations') + read('operations')).replace(/\/\*\*.*?\*\//gs, '');
const bindingsOf = (module: string) =>
  readFileSync(new URL(`../../wasm/${module}_bindings.cpp`, import.meta.url), 'utf8');

/** The body of an interface, or of one operation. */
const bodyOf = (text: string, opening: string) =>
  text.split(`${opening} {\n`)[1]!.split(/^(?:  )?}/m)[0]!;
const membersOf = (name: string) =>
  [...bodyOf(types, `export interface ${name}`).matchAll(/^ {2}(\w+)(?:\(|\??:)/gm)].map(
    ([, member]) => member!,
  );

/** The names of the inputs that an operation's type says, those of the interfaces it names too. */
function inputsOf(operation: string): string[] {
  const body = bodyOf(operationTypes, `\n  ${operation}:`);
  const words = body.match(/^ {4}inputs: (.*?);$/ms)![1]!;
  return inputsSaid(words);
}
function inputsSaid(words: string): string[] {
  const own = [...words.matchAll(/(\w+)\??: Given/g)].map(([, input]) => input!);
  const named = [...words.matchAll(/\b([A-Z]\w+)\b/g)].map(([, name]) => name!);
  return own.concat(
    named
      .filter((name) => !['Given', 'None'].includes(name))
      .flatMap((name) => {
        const [, above = '', body] = operationTypes.match(
          new RegExp(`interface ${name}( extends [\\w, ]+)? {\\n(.*?)\\n}`, 's'),
        )!;
        return inputsSaid(above.replace(' extends ', '')).concat(inputsSaid(body!));
      }),
  );
}

interface Output {
  name: string;
  optional: boolean;
  comment: string;
}
function outputsOf(operation: string): Output[] {
  const body = bodyOf(operationTypes, `\n  ${operation}:`);
  const block = body.match(/^ {4}outputs: {\n(.*?)^ {4}};$/ms)![1]!;
  return [...block.matchAll(/^ {6}(\w+)(\??): Tensor; \/\/ (.*)$/gm)].map(
    ([, name, mark, comment]) => ({ name: name!, optional: mark === '?', comment: comment! }),
  );
}

/** A whole tensor: its axes are named once each, its data fill its shape and are its own. */
function expectTensor(label: string, tensor: Tensor): void {
  expect(Object.keys(tensor).sort(), label).toEqual(['axes', 'data', 'shape']);
  expect(tensor.data, label).toBeInstanceOf(Float32Array);
  expect(tensor.data, label).toHaveLength(tensor.shape.reduce((size, extent) => size * extent, 1));
  expect(tensor.data.buffer.byteLength, label).toBe(tensor.data.byteLength);
  expect(tensor.axes, label).toHaveLength(tensor.shape.length);
}

let family: FamilyOf;
let files: FilesModule;
let operations: OperationInfo[];
beforeAll(async () => {
  family = await newFamily();
  files = await newFilesModule();
  operations = family.module.operations();
});

describe.each([
  ['family', 'FamilyModule', () => family.module],
  ['files', 'FilesModule', () => files],
] as const)('%s.d.ts', (name, interfaceName, moduleOf) => {
  const bindings = bindingsOf(name);

  it('names every function of the module, and no other', () => {
    const bound = [...bindings.matchAll(/^ {2}function\("(\w+)"/gm)].map(([, name]) => name);
    expect(bound).toEqual(membersOf(interfaceName));
    for (const name of bound) expect(moduleOf()).toHaveProperty(name!, expect.any(Function));
  });

  it('names every function with as many arguments as the module takes', () => {
    const body = bodyOf(types, `export interface ${interfaceName}`);
    const named = [...body.matchAll(/^ {2}(\w+)\(([^)]*)\):/gm)].map(([, name, given]) => [
      name,
      [...given!.matchAll(/\w+: /g)].length,
    ]);
    expect(named).toEqual(boundArguments(bindings));
  });

  it('refuses undefined for its arguments', () => {
    for (const [name, count] of boundArguments(bindings)) {
      const call = (moduleOf() as unknown as Record<string, (...all: unknown[]) => unknown>)[name]!;
      const none = Array.from({ length: count });
      if (count > 0) expect(() => call(...none), name).toThrow(/^expected /);
    }
  });

  it('names what is said of the memory', () => {
    const memory = moduleOf().memory();
    expect(memory.heap_bytes).toBeGreaterThan(memory.used_bytes);
    expect(memory.used_bytes).toBeGreaterThan(0);
  });
});

describe('their types', () => {
  it('name what is said of an operation and of a file', () => {
    for (const operation of operations)
      expect(Object.keys(operation).sort()).toEqual(membersOf('OperationInfo').sort());
    const file = files.readSafetensors(files.writeSafetensors({}, {}));
    expect(Object.keys(file)).toEqual(membersOf('SafetensorsFile'));
  });

  it('name every module of PyTorch that is known', () => {
    const listed = [...types.match(/type PyTorchModule =(.*?);/s)![1]!.matchAll(/'(\w+)'/g)];
    for (const [, module] of listed)
      expect(() => files.fromPyTorch(module!, {})).toThrow(/^(?!.*expected one of the mod)/);
    expect(() => files.fromPyTorch('Module', {})).toThrow(
      new RegExp(listed.map(([, module]) => module).join('.*')),
    );
  });
});

describe('operations.d.ts', () => {
  it('names every operation, in the order of the module', () => {
    expect(names).toEqual(operations.map(({ name }) => name));
  });

  it.each(names)('says what %s takes and gives, with its axes', (name) => {
    const info = operations.find((one) => one.name === name)!;
    expect(inputsOf(name).sort()).toEqual([...info.inputs].sort());
    expect(() => readFileSync(new URL(`../../core/${info.header}`, import.meta.url))).not.toThrow();

    const example = examples[name] as typeof examples.softmax;
    const { outputs, trace } = family.traced(name as 'softmax', example);
    const said = outputsOf(name);
    expect(Object.keys(outputs)).toEqual(said.map((output) => output.name));
    for (const { name: output, comment } of said) {
      const tensor = (outputs as NamedTensors)[output]!;
      expectTensor(output, tensor);
      const axes = comment.match(/^\[([^\]]*)\]/)?.[1]!.split(', ');
      if (!axes || axes[0] === '1') continue; // "as x", or an axis that says what grows
      const known = axes[0] === '..' ? axes.slice(1) : axes;
      expect(tensor.axes.slice(-known.length), output).toEqual(known);
      if (axes[0] !== '..') expect(tensor.axes).toHaveLength(axes.length);
    }
    for (const [field, tensor] of Object.entries(trace)) expectTensor(field, tensor);
  });

  it.each(names)('%s has parameters, and gradients, if the module says so', (name) => {
    const info = operations.find((one) => one.name === name)!;
    const example = examples[name] as typeof examples.softmax;
    const parameters = family.parameters(name as 'softmax', example);
    expect(Object.keys(parameters).length > 0).toBe(info.has_parameters);
    for (const [parameter, tensor] of Object.entries(parameters)) expectTensor(parameter, tensor);
    expect(family.parameters(name as 'softmax', example)).toEqual(parameters);
    if (info.has_parameters && !name.includes('norm'))
      expect(family.parameters(name as 'softmax', { ...example, seed: 2 })).not.toEqual(parameters);
    // Without any gradient of a result, those that have one name it; the others say that they have none.
    const asked = () => family.gradients(name as 'softmax', { ...example, parameters }, {});
    expect(asked).toThrow(info.has_gradients ? 'd_' : 'has gradients');
  });
});
