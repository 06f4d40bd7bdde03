/** The package's custom-elements.json, read from the sources of the elements it has. */
import { packagedElements } from './packaged-elements.mjs';

const publicMembers = ({ privacy, name }) => !(privacy && privacy !== 'public') && name[0] !== '#';
const textOf = (comment) => comment?.replace(/^\/\*\*|\*\/$|^\s*\* ?/gm, '').trim();

/** What the analyzer does not know: `define()`, Lit's `state`, `tell()`, and how the package names modules. */
const ours = {
  name: 'attention-lab',
  analyzePhase({ ts, node, moduleDoc, context }) {
    const notes = (context.notes ??= new Map());
    const note = notes.get(moduleDoc.path) ?? { states: new Set(), events: new Set() };
    notes.set(moduleDoc.path, note);
    if (ts.isSourceFile(node)) {
      note.header = textOf(
        ts.getLeadingCommentRanges(node.text, 0)?.map((c) => node.text.slice(c.pos, c.end))[0],
      );
    }
    if (ts.isCallExpression(node)) {
      const [first, second] = node.arguments;
      if (node.expression.text === 'define') note.tagName = first.text;
      if (node.expression.text === 'tell') note.events.add(second.text);
    }
    if (ts.isPropertyAssignment(node) && node.name.text === 'state')
      note.states.add(node.parent.parent.name?.text);
  },
  packageLinkPhase({ customElementsManifest: manifest, context: { notes } }) {
    manifest.modules = manifest.modules.filter(({ path }) => {
      const tagName = notes.get(path)?.tagName;
      return packagedElements.includes(tagName);
    });
    for (const module of manifest.modules) {
      const { tagName, header, states, events } = notes.get(module.path);
      const isState = ({ name, fieldName }) => states.has(fieldName ?? name);
      module.declarations = module.declarations.filter(({ kind }) => kind === 'class');
      for (const declaration of module.declarations) {
        declaration.tagName = tagName;
        declaration.customElement = true;
        declaration.description ??= header;
        declaration.members = declaration.members?.filter(
          (member) => publicMembers(member) && !isState(member),
        );
        declaration.attributes = declaration.attributes?.filter((one) => !isState(one));
        for (const name of events)
          (declaration.events ??= []).push({
            name,
            type: { text: `CustomEvent<LabEvents['${name}']>` },
          });
      }
      const { name } = module.declarations[0];
      module.path = `dist/package/${tagName}.js`;
      const declaration = { name, module: module.path };
      module.exports = [
        { kind: 'js', name, declaration },
        { kind: 'custom-element-definition', name: tagName, declaration },
      ];
    }
  },
};

export default {
  globs: ['web/src/elements/*.ts'],
  outdir: 'dist/package',
  litelement: true,
  plugins: [ours],
};
