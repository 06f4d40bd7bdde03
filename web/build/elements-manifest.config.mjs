/** Generates the package's custom-elements.json from the sources of the packaged elements. */
import { posix } from 'node:path';
import { packagedElements } from './packaged-elements.mjs';

/**
 * The functions that dispatch the events of several files: the types of these by name, and the name of the event if the
 * function has only one. An event that one file alone dispatches, with its own `send`, is documented there with `@fires`.
 */
const senders = {
  sendToLab: { types: 'LabEvents' },
  sendView: { types: 'TrainingViewEvents' },
  sendStory: { types: 'StoryEvents' },
  sendLanguage: { types: 'LanguageEvents' },
  sendHover: { types: 'LabAnnouncements', event: 'attention-hover' },
  sendChange: { types: 'ChangeEvents', event: 'attention-language-change' },
};

/** Facts about a file that the analyzer does not find: `define()`, the calls of `senders`, var(--attention-..). */
class Notes {
  tagName = null;
  description = '';
  /** The type of each event that `senders` dispatch, by name. */
  events = new Map();
  /** The events that the file's own `send` dispatches; undefined stands for one whose name is no literal. */
  ownEvents = new Set();
  /** The paths of imported files of `web/src/elements`. */
  imports = [];
  properties = new Set();
  /** The names of settings that only this element has as attributes; all files must have been read. */
  extraSettings = () => [];

  read(ts, node, path) {
    if (ts.isSourceFile(node)) {
      this.description = textOf(node.text.match(/^\/\*\*[^]*?\*\//)?.[0] ?? '');
      for (const [, name] of node.text.matchAll(/var\((--attention-[\w-]+)/g))
        this.properties.add(name);
    } else if (ts.isPropertyDeclaration(node) && node.name.text === 'extraSettings') {
      this.extraSettings = () =>
        node.initializer.elements.flatMap((element) =>
          ts.isSpreadElement(element) ? tables[element.expression.text] : element.text,
        );
    } else if (ts.isImportDeclaration(node)) {
      for (const { name } of node.importClause?.namedBindings?.elements ?? [])
        if (/^send[A-Z]/.test(name.text) && !senders[name.text])
          throw new Error(`elements-manifest.config.mjs does not know the events of ${name.text}.`);
      if (!node.importClause?.isTypeOnly)
        this.imports.push(`${posix.join(posix.dirname(path), node.moduleSpecifier.text)}.ts`);
    } else if (ts.isCallExpression(node)) {
      const [first, second] = node.arguments;
      if (node.expression.text === 'define') this.tagName = first.text;
      const sender = senders[node.expression.text];
      const event = sender && (sender.event ?? second.text);
      if (sender) this.events.set(event, `CustomEvent<${sender.types}['${event}']>`);
      if (node.expression.text === 'send')
        this.ownEvents.add(ts.isStringLiteral(second) ? second.text : undefined);
    }
  }
}

const textOf = (comment) =>
  comment
    .replace(/^\/\*\*|\s*\*\/$|^ \* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

const notes = new Map();
const notesOf = (path) => notes.get(path) ?? notes.set(path, new Notes()).get(path);

/** The events that a file dispatches itself or through the parts that it imports, which are no elements. */
function eventsOf(path, seen = new Set()) {
  const { events, imports } = notesOf(path);
  const parts = imports.filter((part) => !notesOf(part).tagName && !seen.has(part));
  for (const part of parts) seen.add(part);
  return [...events, ...parts.flatMap((part) => eventsOf(part, seen))];
}

function checkOwnEvents(path, documented = []) {
  for (const name of notesOf(path).ownEvents) {
    if (name === undefined)
      throw new Error(
        `${path} dispatches an event whose name is no literal: write one call for each name.`,
      );
    if (documented.every((event) => event.name !== name))
      throw new Error(
        `${path} dispatches ${name}: say when, with @fires in the comment of the class.`,
      );
  }
}

/** One attribute and property of the lab per row of the settings table. */
const settings = [];

function readSetting(ts, node) {
  if (!ts.isPropertyAssignment(node) || node.name.text !== 'attribute') return;
  const { properties, parent } = node.parent;
  const usual = properties.find((property) => property.name?.text === 'default').initializer;
  const name = node.initializer.text;
  const fieldName = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  // A head may be `mean`.
  const isNumber = ts.isNumericLiteral(usual) && parent.name.text !== 'head';
  const type = { text: isNumber ? 'number' : 'string' };
  settings.push({ name, fieldName, type });
}

function addSettings(declaration) {
  declaration.attributes = [...settings, ...(declaration.attributes ?? [])];
  if (declaration.tagName !== 'attention-lab') return;
  const fields = settings.map(({ fieldName, type }) => ({ kind: 'field', name: fieldName, type }));
  declaration.members = [...fields, ...declaration.members];
}

/** The names of settings: those of all elements that extend SettingsElement, and those that one of them adds. */
const tables = { sharedSettings: [], recipeSettingNames: [] };

/** The rows of a table, at the node that declares it. */
function rowsOf(ts, node, table) {
  if (!ts.isVariableDeclaration(node) || node.name.text !== table) return [];
  let rows = node.initializer;
  while (!ts.isObjectLiteralExpression(rows)) rows = rows.expression;
  return rows.properties;
}

function readSharedSettings(ts, node) {
  const rows = rowsOf(ts, node, 'sharedSettings');
  tables.sharedSettings.push(...rows.map(({ name }) => name.text));
}

function readRecipeSettings(ts, node) {
  const rows = rowsOf(ts, node, 'groups').flatMap(({ initializer }) => initializer.properties);
  tables.recipeSettingNames.push(...rows.map(({ name }) => name.text));
}

function addSettingsOf(declaration, extraSettings) {
  const documented = declaration.attributes ?? [];
  const added = [...new Set([...tables.sharedSettings, ...extraSettings])]
    .filter((name) => documented.every((attribute) => attribute.name !== name))
    .map((name) => ({ name, type: { text: 'string' } }));
  declaration.attributes = [...added, ...documented];
}

const house = {
  name: 'house',
  analyzePhase({ ts, node, moduleDoc }) {
    if (moduleDoc.path === 'web/src/settings/playground.ts') readSetting(ts, node);
    else if (moduleDoc.path === 'web/src/settings/shared.ts') readSharedSettings(ts, node);
    else if (moduleDoc.path === 'web/src/settings/recipe.ts') readRecipeSettings(ts, node);
    else notesOf(moduleDoc.path).read(ts, node, moduleDoc.path);
  },
  packageLinkPhase({ customElementsManifest: manifest }) {
    const theme = notesOf('web/src/elements/styles/theme.ts').properties;
    for (const { path, declarations } of manifest.modules)
      if (notesOf(path).tagName)
        checkOwnEvents(path, declarations.find(({ kind }) => kind === 'class').events);
    manifest.modules = manifest.modules.filter(({ path }) =>
      packagedElements.includes(notesOf(path).tagName),
    );
    for (const module of manifest.modules) {
      const noted = notesOf(module.path);
      const declaration = module.declarations.find(({ kind }) => kind === 'class');
      complete(declaration, { ...noted, events: new Map(eventsOf(module.path)) }, theme);
      module.declarations = [declaration];
      module.path = `dist/package/${noted.tagName}.js`;
      const reference = { name: declaration.name, module: module.path };
      module.exports = [
        { kind: 'js', name: declaration.name, declaration: reference },
        { kind: 'custom-element-definition', name: noted.tagName, declaration: reference },
      ];
    }
  },
};

function complete(declaration, { tagName, description, events, properties, extraSettings }, theme) {
  const isInner = ({ name, privacy = 'public' }) => privacy !== 'public' || name.startsWith('#');
  Object.assign(declaration, { tagName, customElement: true });
  if (['attention-lab', 'attention-playground'].includes(tagName)) addSettings(declaration);
  if (declaration.superclass?.name === 'SettingsElement')
    addSettingsOf(declaration, extraSettings());
  declaration.description ||= description;
  declaration.members = (declaration.members ?? []).filter((member) => !isInner(member));
  declaration.attributes = (declaration.attributes ?? []).filter(
    (attribute) => !isInner(attribute),
  );
  const documented = declaration.events ?? [];
  const isNew = ([name]) => documented.every((event) => event.name !== name);
  declaration.events = documented.concat(
    [...events].filter(isNew).map(([name, text]) => ({ name, type: { text } })),
  );
  declaration.cssProperties = [...new Set([...theme, ...properties])].map((name) => ({ name }));
  // The base classes are not in the package, so name HTMLElement as the superclass.
  declaration.superclass = { name: 'HTMLElement' };
  for (const member of [...declaration.members, ...declaration.attributes])
    delete member.inheritedFrom;
}

export default {
  globs: ['web/src/settings/{playground,recipe,shared}.ts', 'web/src/elements/**/*.ts'],
  outdir: 'dist/package',
  litelement: true,
  packagejson: false,
  plugins: [house],
};
