/** The package, installed from its tarball, in code without a page: its engine in Node, its types in TypeScript. */
import { expect, test } from '@playwright/test';
import { type Project, projectWithPackage, run } from './installed-package.ts';
import { sentence, sentenceWeights } from '../support/sentence-weights.ts';

test.describe.configure({ mode: 'default' });

let project: Project;
test.beforeAll(async () => {
  project = await projectWithPackage();
});
test.afterAll(() => project.remove());

test('its engine computes in Node, and files are read', async () => {
  await project.write(
    'engine.js',
    `import { createEngine, readNpz, writeNpz } from 'attention-lab/engine';
    const engine = await createEngine();
    const sentence = { tokens: ${JSON.stringify(sentence.words)}, d_model: 8, seed: 1 };
    const { x } = (await engine.run('sentence_embedding', { config: sentence })).outputs;
    const config = { d_model: 8, num_heads: 2, bias: false, causal: 'end' };
    const { trace } = await engine.inspect('multi_head', { config, seed: 1, inputs: { query: x } });
    const { npz } = await readNpz(await writeNpz({ npz: trace.weights }));
    console.log(JSON.stringify([...npz.data]));`,
  );
  const { stdout } = await run('node', ['engine.js'], { cwd: project.folder });
  const computed = JSON.parse(stdout) as number[];
  const expected = (await sentenceWeights()).flat(2);
  expect(computed).toHaveLength(expected.length);
  expected.forEach((weight, i) => expect(computed[i]).toBeCloseTo(weight, 5));
});

test('strict TypeScript knows its elements, events and tensors', async () => {
  await project.write(
    'lesson.ts',
    `import { AttentionLab, createEngine, type LabState } from 'attention-lab';
    import { AttentionBars } from 'attention-lab/elements/attention-bars';
    import { AttentionModel } from 'attention-lab/elements/attention-model';
    import { createEngine as alone, readNpz, type Tensor } from 'attention-lab/engine';
    const lab = document.createElement('attention-lab');
    const same: AttentionLab = lab;
    lab.engine = createEngine({ workerUrl: './worker.js' });
    const state: LabState = lab.state;
    lab.addEventListener('attention-query', ({ detail }) => detail.token.length + state.word);
    const tensor: Tensor = { axes: ['query', 'key'], shape: [1, 1], data: new Float32Array(1) };
    document.createElement('attention-heatmap').tensor = tensor;
    const model: AttentionModel = document.createElement('attention-model');
    model.src = 'minilm';
    model.addEventListener('attention-model-change', ({ detail }) => detail.absent.length);
    document.createElement('attention-arcs')
      .addEventListener('attention-choose', ({ detail }) => detail.index);
    document.createElement('attention-story')
      .addEventListener('attention-story-place', ({ detail }) => detail.stage);
    document.createElement('attention-all-heads')
      .addEventListener('attention-head-order', ({ detail }) => detail.order);
    document.createElement('attention-similarities')
      .addEventListener('attention-language-change', ({ detail }) => detail.texts?.[0]);
    alone({}).then((engine) => { model.engine = engine; });
    const bars: AttentionBars | null = document.querySelector('attention-bars');
    for (const tag of ['attention-arithmetic', 'attention-controls', 'attention-difference', 'attention-export',
      'attention-formula', 'attention-heads', 'attention-playground', 'attention-steps', 'attention-tokens',
      'attention-vector'] as const)
      document.createElement(tag).addEventListener('attention-change', ({ detail }) => detail.seed);
    // @ts-expect-error: unknown setting
    lab.colour = 'red';
    // @ts-expect-error: a string instead of a number
    lab.heads = 'two';
    export { alone, bars, readNpz, same };`,
  );
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022'];
  const tsc = `${process.cwd()}/node_modules/.bin/tsc`;
  for (const [module, resolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ] as const) {
    const how = ['--module', module, '--moduleResolution', resolution, '--types', ''];
    const { stdout } = await run(tsc, [...options, ...how, 'lesson.ts'], {
      cwd: project.folder,
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  }
});
