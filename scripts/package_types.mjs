// package_types.mjs   writes the package's .d.ts files, from those that tsc wrote to build/declarations
//
// Users of the elements need no types of Lit: protected members and Lit's own are left out, and a few lines declare
// LitElement.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, posix, relative } from 'node:path';
import { elementFiles, indexedElements } from '../web/build/packaged-elements.mjs';
import { parse, walk } from './rules/typescript_imports.mjs';

const declarations = 'build/declarations';
const folder = 'dist/package';
const types = `${folder}/types`;
const manifest = JSON.parse(readFileSync(`${folder}/custom-elements.json`, 'utf8'));

const litElement = `/** The base of all elements: the part of Lit's that pages use. */
export declare class LitElement extends HTMLElement {
  connectedCallback(): void;
  disconnectedCallback(): void;
  requestUpdate(name?: PropertyKey, oldValue?: unknown): void;
  /** Resolves after the latest changes have been drawn. */
  get updateComplete(): Promise<boolean>;
}
`;

const written = new Set();
write(`${types}/lit.d.ts`, litElement);
follow('web/src/pages/exports/engine');
follow('web/src/pages/exports/elements');
follow('web/src/elements/lab/lab-announcements');
follow('web/src/elements/base/view-events');
follow('web/src/elements/language/base/language-change');
follow('web/src/elements/language/base/language-events');
for (const { tagName } of elements()) follow(`web/src/elements/${elementFiles[tagName]}`);

write(`${folder}/engine.d.ts`, `export * from './types/web/src/pages/exports/engine.js';\n`);
write(
  `${folder}/index.d.ts`,
  [`export * from './types/web/src/pages/exports/elements.js';\n`]
    .concat(indexedElements.map((tagName) => `export * from './${tagName}.js';\n`))
    .join(''),
);
for (const { tagName, name } of elements())
  write(
    `${folder}/${tagName}.d.ts`,
    `import { ${name} } from './types/web/src/elements/${elementFiles[tagName]}.js';
import './events.js';
export { ${name} };
declare global {
  interface HTMLElementTagNameMap {
    '${tagName}': ${name};
  }
}
`,
  );

const events = new Map(
  elements().flatMap((element) => element.events.map(({ name, type }) => [name, type.text])),
);
write(
  `${folder}/events.d.ts`,
  `import type { LabAnnouncements } from './types/web/src/elements/lab/lab-announcements.js';
import type { LabEvents, LabValue } from './types/web/src/elements/lab/lab-context.js';
import type { TrainedChange } from './types/web/src/elements/trained/attention-trained.js';
import type { ModelChange } from './types/web/src/elements/language/attention-model.js';
import type { LanguageState } from './types/web/src/model/language/language-state.js';
import type { ChangeEvents } from './types/web/src/elements/language/base/language-change.js';
import type { LanguageEvents } from './types/web/src/elements/language/base/language-events.js';
import type { TrainingChange } from './types/web/src/elements/training/attention-training.js';
import type { RunAction } from './types/web/src/elements/training/attention-training-run.js';
import type { StoryEvents } from './types/web/src/elements/story/names/story-events.js';
import type { RecipeChange } from './types/web/src/settings/recipe.js';
import type { TrainingViewEvents } from './types/web/src/elements/base/view-events.js';
declare global {
  interface HTMLElementEventMap {
${[...events].map(([name, type]) => `    '${name}': ${type};\n`).join('')}  }
}
`,
);

function elements() {
  return manifest.modules.flatMap((module) => module.declarations);
}

/** Writes a module's declarations, and those of the modules that it imports. */
function follow(module) {
  if (written.has(module)) return;
  written.add(module);
  const emitted = `${declarations}/${module}.d.ts`;
  // The types in wasm/ are written by hand, so tsc does not write them.
  const path = existsSync(emitted) ? emitted : `${module}.d.ts`;
  const text = withoutUnused(withoutInner(readFileSync(path, 'utf8'), path), path);
  const resolved = text.replace(
    /(from |import\()(['"])([^'"]+)\2/g,
    (_, before, quote, specifier) => {
      if (specifier === 'lit') {
        const up = relative(dirname(module), '.') || '.';
        return `${before}${quote}${up}/lit.js${quote}`;
      }
      if (!specifier.startsWith('.')) throw new Error(`${module} needs the types of ${specifier}`);
      follow(posix.join(posix.dirname(module), specifier));
      return `${before}${quote}${specifier}.js${quote}`;
    },
  );
  write(`${types}/${module}.d.ts`, resolved.replace(/\n\s*\n/g, '\n'));
}

/** Removes members that are protected, private or static. */
function withoutInner(text, path) {
  const cuts = [];
  walk(parse({ path, text }), (node) => {
    if (node.type !== 'ClassBody') return;
    for (const member of node.body) {
      const inner =
        member.static ||
        member.key?.type === 'PrivateIdentifier' ||
        (member.accessibility && member.accessibility !== 'public');
      if (inner) cuts.push([startWithComment(text, member.start), member.end]);
    }
  });
  return cut(text, cuts);
}

/** Removes unused imports, and imports for side effects. */
function withoutUnused(text, path) {
  const imports = parse({ path, text }).body.filter(({ type }) => type === 'ImportDeclaration');
  const rest = cut(
    text,
    imports.map(({ start, end }) => [start, end]),
  );
  const kept = imports.flatMap((node) => {
    const names = node.specifiers
      .filter(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest))
      .map((specifier) => text.slice(specifier.start, specifier.end));
    const type = node.importKind === 'type' ? 'type ' : '';
    return names.length > 0
      ? [`import ${type}{ ${names.join(', ')} } from '${node.source.value}';`]
      : [];
  });
  return `${kept.join('\n')}\n${rest.trim()}\n`;
}

function startWithComment(text, start) {
  const comment = text.slice(0, start).match(/\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/);
  return comment ? comment.index : start;
}

function cut(text, cuts) {
  let rest = '';
  let from = 0;
  for (const [start, end] of cuts) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
