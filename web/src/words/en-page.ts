/** English texts of the pages around the elements. Code that uses them imports add-page.ts. */
export const page = {
  pages: 'Pages',
  lab: 'Lab',
  course: 'Lesson',
  training: 'Training',
  playground: 'One layer, untrained',
  model: 'Language model',
  proof: 'Proof',
  speed: 'Speed',
  language: 'Language',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  present: 'Present',
  leave: 'Leave',
  presentKeys: '← → one step · Esc leaves',
  privacy: 'Nothing you type leaves this page.',
  live: 'A tested C++ core, compiled to WebAssembly, computes every number on this page while you look.',
  playgroundTitle: 'One layer of attention, untrained',
  playgroundIntro:
    'Multi-head attention, computed here and now from your sentence. Touch any number.',
  trainingTitle: 'Watch a head learn where to look',
  trainingIntro:
    'A model of a few thousand numbers is trained in this page, from random numbers on. Press play; go back and forth; choose any word.',
  modelTitle: 'Every head of a language model, as you type',
  modelIntro:
    'Open MiniLM and type a sentence: the maps of all its 72 heads follow. Then every head is measured: which one goes from a determiner to its noun, which from “her” to the girl, and how sure one may be of it.',
};
