/** English texts of the pages around the elements. Code that uses them imports add-page.ts. */
export const page = {
  pages: 'Pages',
  lab: 'Lab',
  course: 'Lesson',
  training: 'Training',
  playground: 'One layer, untrained',
  model: 'Your own BERT',
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
  modelTitle: 'Every head of a BERT model, as you type',
  modelIntro:
    'Open the files of a BERT model and type a sentence: the maps of all its heads follow. Choose a map to see that head large, and a word to see what it looks at.',
};
