import { describe, expect, it } from 'vitest';
import { cppArrows } from '../../scripts/rules/cpp_arrows.mjs';
import { engineWithoutDom } from '../../scripts/rules/engine_without_dom.mjs';
import { webArrows } from '../../scripts/rules/web_arrows.mjs';
import { ruleOn } from './rule_on.mjs';

describe('C++ arrows', () => {
  const included = (path, name) => ruleOn(cppArrows, path, '#pragma once', `#include ${name}`);

  it.each([
    ['core/ops/softmax.cpp', '"base/matrix.h"'],
    ['core/ops/softmax.cpp', '"ops/softmax.h"'],
    ['core/ops/softmax.cpp', '"softmax.h"'],
    ['core/ops/softmax.cpp', '"../kernels/exp.h"'],
    ['core/ops/softmax.cpp', '"core/base/check.h"'],
    ['core/attention/multi_head.h', '<Eigen/Core>'],
    ['core/ops/softmax.cpp', '<base/matrix.h>'],
    ['core/training/trainer.h', '"models/transformer.h"'],
    ['core/io/npz.h', '"base/tensor.h"'],
    ['core/operations/a.cpp', '"pytorch/pytorch.h"'],
    ['wasm/modules/bindings.cpp', '<emscripten/bind.h>'],
    ['wasm/verbs/models.h', '"attention/multi_head.h"'],
    ['wasm/verbs/models.h', '"messages/result.h"'],
    ['wasm/modules/lab.cpp', '"../verbs/verbs.h"'],
  ])('lets %s include %s', (path, name) => expect(included(path, name)).toEqual([]));

  it.each([
    [
      'core/base/matrix.h',
      '"ops/softmax.h"',
      '2: base includes "ops/softmax.h", which is not below it',
    ],
    [
      'core/kernels/exp.h',
      '"../ops/mask.h"',
      '2: kernels includes "../ops/mask.h", which is not below it',
    ],
    [
      'core/layers/a.h',
      '"efficient/b.h"',
      '2: layers includes "efficient/b.h", which is not below it',
    ],
    [
      'core/efficient/a.h',
      '"layers/b.h"',
      '2: efficient includes "layers/b.h", which is not below it',
    ],
    ['core/io/npz.h', '"ops/mask.h"', '2: io includes "ops/mask.h", which is not below it'],
    [
      'core/operations/operation.h',
      '"io/npz.h"',
      '2: operations includes "io/npz.h", which is not below it',
    ],
    [
      'wasm/messages/result.h',
      '"verbs/verbs.h"',
      '2: messages includes "verbs/verbs.h", which is not below it',
    ],
    [
      'wasm/verbs/verbs.cpp',
      '"hub/model.h"',
      '2: verbs includes "hub/model.h", which is not below it',
    ],
    [
      'wasm/verbs/verbs.cpp',
      '"../modules/lab.h"',
      '2: verbs includes "../modules/lab.h", which is not below it',
    ],
    [
      'core/ops/mask.h',
      '"verbs/verbs.h"',
      '2: ops includes "verbs/verbs.h", which is not below it',
    ],
    [
      'core/ops/mask.h',
      '"../../wasm/guard.h"',
      '2: ops includes "../../wasm/guard.h", which is not below it',
    ],
    [
      'core/base/matrix.h',
      '<operations/operation.h>',
      '2: base includes "operations/operation.h", which is not below it',
    ],
    [
      'core/base/matrix.h',
      '<core/ops/mask.h>',
      '2: base includes "core/ops/mask.h", which is not below it',
    ],
    [
      'core/ops/mask.h',
      '<verbs/verbs.h>',
      '2: ops includes "verbs/verbs.h", which is not below it',
    ],
    [
      'core/ops/mask.h',
      '<emscripten/val.h>',
      '2: core includes emscripten/val.h: it must not depend on a browser',
    ],
  ])('stops %s from including %s', (path, name, problem) =>
    expect(included(path, name)).toEqual([problem]),
  );

  it('knows every part of the core by name', () => {
    expect(included('core/extras/a.h', '<vector>')).toEqual([
      '1: core/extras is not a part with arrows',
    ]);
  });

  it('ignores includes in comments', () => {
    expect(ruleOn(cppArrows, 'core/base/a.h', '// #include "ops/softmax.h"')).toEqual([]);
  });
});

describe('TypeScript arrows', () => {
  const imported = (path, statement) => ruleOn(webArrows, path, '// a header', statement);

  it.each([
    ['web/src/elements/views/heatmap.ts', "import { draw } from '../../draw/matrix/raster.ts';"],
    ['web/src/elements/views/heatmap.ts', "import type { Tensor } from '../../tensors/tensor';"],
    ['web/src/elements/lab/lab.ts', "import type { Engine } from '../../engine/client/engine';"],
    ['web/src/elements/lab/lab.ts', "type E = import('../../engine/client/engine').Engine;"],
    ['web/src/elements/charts/canvas-chart.ts', "import { Chart } from 'chart.js';"],
    ['web/src/elements/lab/lab.ts', "import { LitElement } from 'lit';"],
    ['web/src/draw/matrix/raster.ts', "import { colorTable } from '../color';"],
    [
      'web/src/engine/host/worker.ts',
      "import create from '../../../../build/wasm/wasm/attention.mjs';",
    ],
    ['web/src/engine/module/module.ts', "import create from '#wasm/attention.mjs';"],
    ['web/src/engine/host/worker.ts', "import type { Module } from '../../../../wasm/engine';"],
    ['web/src/tensors/tensor.ts', "import type { WireTensor } from '../../../wasm/engine';"],
    ['web/src/pages/index.ts', "import { createEngine } from '../engine/client/engine';"],
    ['web/src/elements/speed/table.ts', "import { workloads } from '../../speed/workloads';"],
    ['web/src/measure/ours.ts', "import { workloads } from '../speed/workloads';"],
    ['web/src/measure/ours.ts', "import { buildFor } from '../engine/places/simd';"],
    ['web/src/engine/client/engine.ts', "import { refusal } from '../checks/refusal';"],
    ['web/src/measure/ours.ts', "import type { Module } from '../../../wasm/engine';"],
    ['web/vite.config.ts', "import x from './src/engine/client/engine';"],
  ])('lets %s contain %s', (path, statement) => expect(imported(path, statement)).toEqual([]));

  it.each([
    [
      'web/src/elements/lab/lab.ts',
      "import { createEngine } from '../../engine/client/engine';",
      'engine/client',
    ],
    [
      'web/src/elements/lab/lab.ts',
      "const e = await import('../../engine/client/engine');",
      'engine/client',
    ],
    ['web/src/elements/lab/lab.ts', "export * from '../../engine/client/engine';", 'engine/client'],
    [
      'web/src/elements/lab/lab.ts',
      "new URL('../../engine/host/worker.ts', import.meta.url);",
      'engine/host',
    ],
    [
      'web/src/elements/lab/lab.ts',
      "import W from '../../engine/host/worker?worker';",
      'engine/host',
    ],
    ['web/src/elements/lab/lab.ts', "import '../../pages/index';", 'pages'],
    ['web/src/draw/color.ts', "import '../elements/lab/lab';", 'elements'],
    ['web/src/engine/client/engine.ts', "import '../../elements/lab/lab';", 'elements'],
    ['web/src/engine/client/engine.ts', "import '../../draw/color';", 'draw'],
    ['web/src/engine/client/engine.ts', "import '../host/host';", 'engine/host'],
    ['web/src/engine/host/host.ts', "import '../client/engine';", 'engine/client'],
    ['web/src/engine/transport/protocol.ts', "import '../host/host';", 'engine/host'],
    ['web/src/speed/run.ts', "import { ours } from '../measure/ours';", 'measure'],
    ['web/src/elements/lab/lab.ts', "import { ours } from '../../measure/ours';", 'measure'],
    ['web/src/measure/ours.ts', "import create from '#wasm/attention.mjs';", 'wasm'],
    ['web/src/tensors/tensor.ts', "import '../engine/client/engine';", 'engine/client'],
    ['web/src/draw/color.ts', "import create from '#wasm/attention.mjs';", 'wasm'],
    [
      'web/src/tensors/tensor.ts',
      "import create from '../../../build/wasm/wasm/attention.mjs';",
      'wasm',
    ],
  ])('stops %s from containing %s', (path, statement, place) => {
    const problems = imported(path, statement);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^2: .* imports '.*', which belongs to ${place}$`));
  });

  it('keeps Chart.js inside elements and Lit out of the engine', () => {
    expect(imported('web/src/draw/pictures/bars.ts', "import { Chart } from 'chart.js';")).toEqual([
      "2: draw imports 'chart.js', which is for elements only",
    ]);
    expect(imported('web/src/engine/client/engine.ts', "import { html } from 'lit';")).toEqual([
      "2: engine/client imports 'lit', which is for elements only",
    ]);
  });

  it('knows every folder of web/src by name', () => {
    expect(imported('web/src/extras/a.ts', '')).toEqual([
      '1: web/src/extras is not a folder with arrows',
    ]);
    expect(imported('web/src/a.ts', '')).toEqual(['1: web/src/ is not a folder with arrows']);
  });

  it('ignores imports in comments and strings', () => {
    expect(
      imported(
        'web/src/draw/a.ts',
        "const s = \"import '../engine/client/engine'\"; // import '../engine/x'",
      ),
    ).toEqual([]);
  });
});

describe('the engine and the DOM', () => {
  const inEngine = (...lines) =>
    ruleOn(engineWithoutDom, 'web/src/engine/client/engine.ts', ...lines);

  it.each([
    'document.title = name;',
    'const w = window;',
    "if (typeof window === 'undefined') start();",
    'globalThis.document.body;',
    "self['document'];",
    'use({ document });',
  ])('finds it in %s', (code) => expect(inEngine('start();', code)).toHaveLength(1));

  it.each([
    '// the sliding window of the document',
    'const options = { window: 3 };',
    'options.window = 4;',
    "throw new Error('no window here');",
    'globalThis.navigator;',
  ])('allows %s', (code) => expect(inEngine('start();', code)).toEqual([]));

  it('applies to the engine only', () => {
    expect(ruleOn(engineWithoutDom, 'web/src/elements/lab/lab.ts', 'document.title;')).toEqual([]);
  });
});
