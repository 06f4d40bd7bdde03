/**
 * Which sources share a chunk. Few large chunks, because they compress better than many small ones. `client` (the
 * engine with its messages), `files` and `stages` are separate, because they also run in Node, which has no elements.
 */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/', import.meta.url));

interface Group {
  readonly name: string;
  readonly priority?: number;
  /** Paths in src/, without .ts. */
  readonly sources: readonly string[];
  /** Matches what is not in src/. */
  readonly others?: RegExp;
}

const inFolder = (folder: string, names: readonly string[]) =>
  names.map((name) => `${folder}/${name}`);

/** All sources of a folder. */
const allIn = (folder: string) =>
  readdirSync(`${source}${folder}`).map((file) => `${folder}/${file.replace(/\.ts$/, '')}`);

const groups: readonly Group[] = [
  {
    name: 'view',
    priority: 2,
    sources: [
      ...inFolder('elements/base', [
        'announce-retry',
        'define',
        'equal-lists',
        'painted-view',
        'provision',
        'themed',
      ]),
      'elements/input/has-modifier',
      ...inFolder('elements/parts', ['failure', 'segments']),
      ...inFolder('elements/styles', ['link-button.styles', 'theme']),
      'draw/format',
      'model/tokens/placed-tokens',
    ],
    others: /node_modules\/(lit|@lit\/reactive)|oxc-project/,
  },
  {
    name: 'chart',
    priority: 1,
    sources: inFolder('elements/charts', ['bar-chart', 'canvas-chart']),
  },
  {
    name: 'picture',
    priority: 1,
    sources: [
      'settings/link',
      'tensors/tensor',
      ...inFolder('elements/save', ['attention-save', 'provenance-event']),
      'elements/views/attention-table',
      'draw/scene/to-canvas',
    ],
  },
  // The views of an example, which are also used alone.
  {
    name: 'arcs',
    priority: 1,
    sources: [
      'elements/base/settings-element',
      ...inFolder('elements/arcs', ['arcs-below', 'attention-arcs']),
      'elements/weights/arc-layer',
      ...inFolder('elements/example', ['arc-heads', 'attention-answer', 'untrained-badge']),
      ...inFolder('elements/trained/session', ['example-result', 'shown-model']),
      'geometry/digit-image',
      ...inFolder('model/stages', ['index-of-largest', 'story-row']),
      ...inFolder('model/changes', ['forced-row', 'visitor-changes']),
    ],
  },
  {
    name: 'stages',
    priority: 3,
    sources: [
      'files/decimal',
      ...inFolder('model/edits', ['edits', 'parameter-edits']),
      ...inFolder('model/stages', ['attentions', 'stages']),
      'model/changes/interventions',
      'model/heads/head-place',
    ],
  },
  // Shared by all three pages with whole models.
  { name: 'models', sources: inFolder('engine/client', ['token-model', 'trainer']) },
  // Shared by the first page and the training page.
  {
    name: 'example',
    sources: [
      'elements/digits/provide-digit-images',
      ...inFolder('elements/example', ['example-row', 'own-draft', 'own-field']),
      'elements/head-maps/head-map-list',
      ...inFolder('elements/training', ['attention-training.styles', 'play-button']),
      'elements/training/training-engine',
      ...inFolder('elements/trained/changes', ['example-names']),
      'model/changes/chosen-word',
      'model/examples/drawing',
      'model/heads/switched-heads',
      ...inFolder('model/trained', ['carried', 'model-state', 'shipped-models', 'shipped-file']),
      'training/step-axis',
      ...inFolder('words', ['add-trained', 'add-training']),
    ],
  },
  {
    name: 'trained',
    priority: 2,
    sources: ['files/read-safetensors', 'model/trained/trained-model'],
  },
  {
    name: 'page',
    priority: 2,
    sources: inFolder('pages/base', [
      'embed-button',
      'hand-over',
      'history-entries',
      'link-notice',
      'page-language',
      'presenter',
      'give-engine',
      'redirect',
      'undo-keys',
      'whole-model-engines',
      'write-hash',
    ]),
  },
  // Apart from what elements on other pages load as well: it keeps the site, not theirs.
  { name: 'page-bar', priority: 2, sources: inFolder('pages/base', ['keep-site', 'page-bar']) },
  { name: 'files', priority: 2, sources: ['files/tensor-files'] },
  { name: 'lab', sources: ['elements/playground/attention-playground'] },
  {
    name: 'client',
    priority: 4,
    sources: [
      ...inFolder('words', ['en/base', 'forms/count', 'forms/divisors', 'forms/phrase']),
      ...inFolder('words', ['languages', 'refusal', 'words']),
      'text/excerpt',
      'elements/base/in-language',
      ...inFolder('settings', ['row', 'shared']),
      ...inFolder('engine/client', ['engine', 'handle', 'inspection', 'lab-engine']),
      ...inFolder('engine/client', ['requests', 'snapshot']),
      ...inFolder('engine/checks', ['check-call', 'refusal']),
      ...allIn('engine/places'),
      ...inFolder('engine/transport', ['browser-worker', 'protocol', 'transport', 'wasm-file']),
    ],
    others: /preload-helper|(attention(\.relaxed)?|lab)\.wasm/,
  },
];

/** As Rolldown wants them. Throws if a source has another name by now. */
export const chunkGroups = groups.map(({ name, priority = 0, sources, others }) => {
  const paths = sources.map((path) => `${source}${path}.ts`);
  for (const path of paths)
    if (!existsSync(path))
      throw new Error(`chunk ${name}: expected the source ${path}, found none`);
  const ids = new Set(paths);
  return {
    name,
    priority,
    test: (id: string) => ids.has(id.split('?')[0]!) || (others?.test(id) ?? false),
  };
});
