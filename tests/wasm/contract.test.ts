import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NamedTensors, OperationInfo, Tensor, VectorOperations } from '../../wasm/engine';
import { verbs } from '../../web/src/engine/module/module';
import { exampleOf, examples, names, vectorExamples } from './examples';
import { newCalls, type Calls } from './module';

const read = (name: string) =>
  readFileSync(new URL(`../../wasm/types/${name}.d.ts`, import.meta.url), 'utf8');
const types = readFileSync(new URL('../../wasm/engine.d.ts', import.meta.url), 'utf8');
const tensorTypes = read('tensors');
const operationTypes = ['configurations', 'operations', 'efficient', 'inspect', 'vectors']
  .map(read)
  .join('')
  .replace(/\/\*\*.*?\*\//gs, '');
const source = (name: string) =>
  readFileSync(new URL(`../../wasm/${name}.cpp`, import.meta.url), 'utf8');
const bindings = source('modules/bindings');

/** The verbs of a module, from the tables listed in its file in wasm/modules. */
function verbsInCpp(module: string): string[] {
  const lists = source(`modules/${module.replace('.wasm', '')}`).match(
    /kVerbs\[\]\)\(\) = {([^}]*)}/,
  )![1]!;
  const header = readFileSync(new URL('../../wasm/verbs/verbs.h', import.meta.url), 'utf8');
  const files = lists
    .trim()
    .split(/,\s*/)
    .map((list) => header.match(`${list}\\(\\); +// (\\w+)`)![1]!);
  const tables = files.map((file) => source(`verbs/${file}`).split('kVerbs[] = {')[1]!);
  const rows = tables.flatMap((table) => [...table.matchAll(/{"(\w+)", \w+}/g)]);
  return rows.map(([, name]) => name!).concat('info');
}

/** The body of an interface, or of one operation. */
const bodyOf = (text: string, opening: string) =>
  text.split(`${opening} {\n`)[1]!.split(/^(?:  )?}/m)[0]!;
const membersIn = (body: string) =>
  [...body.matchAll(/^ {2}(\w+)(?:\(|\??:)/gm)].map(([, member]) => member!);
const membersOf = (name: string) => membersIn(bodyOf(types, `export interface ${name}`));
const verbTypes =
  bodyOf(types, 'export interface EngineModule extends LanguageVerbs') +
  bodyOf(read('language'), 'export interface LanguageVerbs');

/** The names of the inputs in an operation's type, including those of interfaces that it extends. */
function inputsOf(operation: string): string[] {
  const body = bodyOf(operationTypes, `\n  ${operation}:`);
  if (/inputs: NamedTensorInputs;/.test(body)) return ['*'];
  const words = body.match(/^ {4}inputs: (.*?);$/ms)![1]!;
  return inputsIn(words);
}
function inputsIn(words: string): string[] {
  const own = [...words.matchAll(/(\w+)\??: TensorInput/g)].map(([, input]) => input!);
  const named = [...words.matchAll(/\b([A-Z]\w+)\b/g)].map(([, name]) => name!);
  return own.concat(
    named
      .filter((name) => !['TensorInput', 'None'].includes(name))
      .flatMap((name) => {
        const [, above = '', body] = operationTypes.match(
          new RegExp(`interface ${name}( extends [\\w, ]+)? {\\n(.*?)\\n}`, 's'),
        )!;
        return inputsIn(above.replace(' extends ', '')).concat(inputsIn(body!));
      }),
  );
}

/** The keys of a configuration's type, including those of the types that it is made of. */
function keysIn(type: string): string[] {
  const omit = /Omit<(\w+), ([^>]*)>/.exec(type);
  if (omit) {
    const without = namesIn(omit[2]!);
    const left = keysIn(omit[1]!).filter((key) => !without.includes(key));
    return left.concat(keysIn(type.replace(omit[0], '')));
  }
  const picks = [...type.matchAll(/Pick<[^>]*,\s+([^>]*)>/g)];
  const rest = type.replace(/Pick<[^>]*>/g, '');
  const own = [...rest.matchAll(/(\w+)\??: /g)].map(([, key]) => key!);
  const parts = [...rest.matchAll(/\b[A-Z]\w+\b/g)].map(([name]) => definitionOf(name));
  return own.concat(
    picks.flatMap(([, keys]) => namesIn(keys!)),
    parts.flatMap(keysIn),
  );
}
/** The names in 'a' | 'b' | keyof C. */
const namesIn = (union: string) =>
  [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name!).concat(keysIn(union));
function definitionOf(name: string): string {
  const [, above = '', body = ''] =
    operationTypes.match(new RegExp(`interface ${name}( extends [\\w, ]+)? {(.*?)}`, 's')) ??
    operationTypes.match(new RegExp(`type ${name}() =(.*?);\n\n`, 's')) ??
    [];
  return above + body;
}
const configKeysOf = (operation: string) =>
  keysIn(
    bodyOf(operationTypes, `\n  ${operation}:`).match(/^ {4}config: (.*?);\n {4}inputs:/ms)![1]!,
  );

/** The keys that a call knows, from its refusal of another one. */
function knownKeys(call: (unknownKey: object) => unknown): string[] {
  let refusal = '';
  try {
    call({ no_such_key: 1 });
  } catch (error) {
    refusal = String(error);
  }
  const [, known] = refusal.match(/expected a configuration with (.*), got "no_such_key"/)!;
  return [...new Set([...known!.matchAll(/"(\w+)"/g)].map(([, key]) => key!))].sort();
}

interface Output {
  name: string;
  optional: boolean;
  comment: string;
}
function outputsOf(operation: string): Output[] {
  const body = bodyOf(operationTypes, `\n  ${operation}:`);
  const [, type, own] = body.match(/^ {4}outputs: (?:(\w+);|{\n(.*?)^ {4}};)$/ms) ?? [];
  const shared = tensorTypes.split(`interface ${type} {\n`)[1]?.split(/^}/m)[0];
  return [...(own ?? shared ?? '').matchAll(/^ +(\w+)(\??): Tensor; \/\/ (.*)$/gm)].map(
    ([, name, mark, comment]) => ({ name: name!, optional: mark === '?', comment: comment! }),
  );
}

/** Expects a complete tensor: one name per axis, data that fill the shape, and a buffer of its own. */
function expectTensor(label: string, tensor: Tensor): void {
  expect(Object.keys(tensor).sort(), label).toEqual(['axes', 'data', 'shape']);
  expect(tensor.data, label).toBeInstanceOf(Float32Array);
  expect(tensor.data, label).toHaveLength(tensor.shape.reduce((size, extent) => size * extent, 1));
  expect(tensor.data.buffer.byteLength, label).toBe(tensor.data.byteLength);
  expect(tensor.axes, label).toHaveLength(tensor.shape.length);
}

const takenByVerbs: Record<string, readonly unknown[]> = Object.assign({}, ...Object.values(verbs));

let engine: Calls;
let operations: OperationInfo[];
beforeAll(async () => {
  engine = await newCalls();
  operations = engine.module.operations();
});

describe('engine.d.ts', () => {
  it('declares every bound function, and no other', () => {
    const bound = [...bindings.matchAll(/^ {2}function\("(\w+)"/gm)].map(([, name]) => name);
    expect(bound).toEqual(membersOf('BoundModule'));
  });

  it.each(['attention.wasm', 'lab.wasm', 'training.wasm', 'language.wasm'])(
    'declares every verb of %s, where TypeScript has it too',
    async (file) => {
      const tables = Object.entries(verbs).filter(([modules]) => modules.includes(file));
      const known = tables.flatMap(([, table]) => Object.keys(table));
      expect(known.sort()).toEqual(verbsInCpp(file).sort());
      expect(membersIn(verbTypes)).toEqual(expect.arrayContaining(known));

      const { module } = await newCalls(file);
      expect(module.info().module).toBe(file);
      expect(Object.keys(module)).toEqual(Object.keys(takenByVerbs));
      const refused = Object.keys(module).filter((verb) => !known.includes(verb));
      for (const verb of refused)
        expect(() => module[verb as 'info'](), verb).toThrow(`for this call, got ${file}`);
    },
  );

  it('lab.wasm has the operations around one attention layer, as attention.wasm has them', async () => {
    const { module } = await newCalls('lab.wasm');
    const names = ['scaled_dot_product', 'multi_head', 'multi_head_step'];
    names.push('sentence_embedding', 'row_detail', 'weights_row', 'mean_of_heads', 'difference');
    expect(module.operations()).toEqual(operations.filter(({ name }) => names.includes(name)));
    expect(module.operations()).toHaveLength(names.length);
  });

  it('declares no other verb', () => {
    expect(Object.keys(takenByVerbs).sort()).toEqual(membersIn(verbTypes).sort());
  });

  it('declares every verb with its number of arguments', () => {
    for (const [, name, parameters] of verbTypes.matchAll(/^ {2}(\w+)\(([^)]*)\):/gm))
      expect(takenByVerbs[name!], name).toHaveLength([...parameters!.matchAll(/\w+: /g)].length);
  });

  it('refuses undefined for its arguments', async () => {
    for (const [modules, table] of Object.entries(verbs)) {
      const { module } = await newCalls(modules.split(/,| or /)[0]);
      for (const [name, takes] of Object.entries(table)) {
        const call = module[name as 'run'] as (...all: unknown[]) => unknown;
        if (takes.length > 0) expect(() => call(), name).toThrow(/^expected (?!the module)/);
      }
    }
  });

  it("declares every field of the module's info", () => {
    expect(Object.keys(engine.module.info())).toEqual(membersOf('ModuleInfo'));
  });
});

describe('their types', () => {
  it("declare every field of an operation's description", () => {
    for (const operation of operations)
      expect(Object.keys(operation).sort()).toEqual(membersOf('OperationInfo').sort());
  });

  it('name every PyTorch module that the core converts', () => {
    const listed = [
      ...operationTypes.match(/type PyTorchModule =(.*?);/s)![1]!.matchAll(/'(\w+)'/g),
    ];
    const converted = (module: string) =>
      engine.module.run('from_pytorch', { module }, {}, {}, 'outputs');
    for (const [, module] of listed)
      expect(() => converted(module!)).toThrow(/^(?!.*expected one of the mod)/);
    expect(() => converted('Module')).toThrow(
      new RegExp(listed.map(([, module]) => module).join('.*')),
    );
  });
});

it('engine.d.ts names what can be prepared and inspected', () => {
  for (const [type, can] of [
    ['PreparedName', 'can_be_prepared'],
    ['InspectedName', 'can_be_inspected'],
  ] as const) {
    const [, union] = types.match(new RegExp(`type ${type} =(.*?);`, 's'))!;
    const named = [...union!.matchAll(/'(\w+)'/g)].map(([, name]) => name);
    const able = operations.filter((one) => one[can]).map(({ name }) => name);
    expect(named.sort()).toEqual(able.sort());
  }
});

describe('of recipes and models, the types and the headers of core/operations/config', () => {
  const code = (read('models') + read('training')).replace(/\/\*\*.*?\*\//gs, '');
  const declared = (...interfaces: string[]) =>
    interfaces.flatMap((name) => membersIn(bodyOf(code, `export interface ${name}`))).sort();
  const missingIn = (header: string, keys: string[]) => {
    const url = new URL(`../../core/operations/config/${header}`, import.meta.url);
    const words = readFileSync(url, 'utf8').split('#pragma once')[0]!.split(/\s+/);
    return keys.filter((key) => !words.includes(key));
  };
  const union = (...keys: string[][]) => [...new Set(keys.flat())].sort();

  it('name every key of a recipe', async () => {
    const { module } = await newCalls('training.wasm');
    const known = ['goes_with', 'translation'].map((task) =>
      knownKeys((key) => module.recipeInfo({ task, ...key }, {})),
    );
    const recipe = 'TrainerRecipe extends TaskOptions, ModelShape';
    expect(declared('TaskOptions', 'ModelShape', recipe)).toEqual(union(...known));
    expect(missingIn('recipe_config.h', union(...known))).toEqual([]);
  });

  it('name every key of a model', async () => {
    const { module } = await newCalls('training.wasm');
    const architectures = [
      { architecture: 'encoder_only', readout: 'mean' },
      { architecture: 'encoder_decoder' },
      { architecture: 'vision' },
    ];
    const known = architectures.map((config) =>
      knownKeys((key) => module.createTokenModel({ ...config, ...key }, 1)),
    );
    expect(union(declared('ModelShape', 'TokenModelConfig extends ModelShape'))).toEqual(
      union(...known),
    );
    expect(missingIn('model_config.h', union(...known))).toEqual([]);
  });
});

/** Expects the inputs, outputs and axes that the operation's type documents. */
function expectDocumented(calls: Calls, info: OperationInfo, call: object): void {
  const { name } = info;
  expect(inputsOf(name).sort()).toEqual([...info.inputs].sort());
  expect(() => readFileSync(new URL(`../../core/${info.header}`, import.meta.url))).not.toThrow();

  const { outputs, trace } = calls.traced(name as 'softmax', call as typeof examples.softmax);
  const documented = outputsOf(name);
  if (documented.length > 0)
    expect(Object.keys(outputs)).toEqual(documented.map((output) => output.name));
  else for (const tensor of Object.values(outputs)) expectTensor(name, tensor);
  for (const { name: output, comment } of documented) {
    const tensor = (outputs as NamedTensors)[output]!;
    expectTensor(output, tensor);
    const axes = comment.match(/^\[([^\]]*)\]/)?.[1]!.split(', ');
    if (!axes || axes[0] === '1' || axes[0] === '') continue; // "as x", or an axis named after a growth
    const known = axes[0] === '..' ? axes.slice(1) : axes;
    expect(tensor.axes.slice(-known.length), output).toEqual(known);
    if (axes[0] !== '..') expect(tensor.axes).toHaveLength(axes.length);
  }
  for (const [field, tensor] of Object.entries(trace)) expectTensor(field, tensor);
}

it('vectors.d.ts declares the inputs and outputs of each operation of language.wasm', async () => {
  const calls = await newCalls('language.wasm');
  const infos = calls.module.operations();
  expect(infos.map(({ name }) => name as string)).toEqual(Object.keys(vectorExamples));
  for (const info of infos)
    expectDocumented(calls, info, vectorExamples[info.name as keyof VectorOperations]);
});

describe('operations.d.ts', () => {
  it('names every operation of the module', () => {
    expect([...names].sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  it.each(names)('declares the inputs and outputs of %s, with their axes', (name) => {
    expectDocumented(
      engine,
      operations.find((one) => one.name === name)!,
      examples[name],
    );
  });

  it.each(names)('declares the configuration keys of %s', (name) => {
    const { config = {}, inputs = {} } = exampleOf(name);
    const parameters = engine.parameters(
      name as 'softmax',
      examples[name] as typeof examples.softmax,
    );
    const known = knownKeys((key) =>
      engine.module.run(name, { ...config, ...key }, parameters, inputs, 'outputs'),
    );
    const declared = [...new Set(configKeysOf(name))].sort();
    // A cost takes the keys of its own variant only.
    expect(declared).toEqual(name === 'cost' ? expect.arrayContaining(known) : known);
  });

  it.each(names)('declares parameters and gradients of %s if the module has them', (name) => {
    const info = operations.find((one) => one.name === name)!;
    const example = examples[name] as typeof examples.softmax;
    const parameters = engine.parameters(name as 'softmax', example);
    expect(Object.keys(parameters).length > 0).toBe(info.has_parameters);
    for (const [parameter, tensor] of Object.entries(parameters)) expectTensor(parameter, tensor);
    expect(engine.parameters(name as 'softmax', example)).toEqual(parameters);
    if (info.has_parameters && !name.includes('norm'))
      expect(engine.parameters(name as 'softmax', { ...example, seed: 2 })).not.toEqual(parameters);
    // Without gradients of results, operations that have gradients ask for one; all others say that they have none.
    const withoutGradients = () =>
      engine.gradients(name as 'softmax', { ...example, parameters }, {});
    expect(withoutGradients).toThrow(info.has_gradients ? 'd_' : 'has gradients');
  });
});
