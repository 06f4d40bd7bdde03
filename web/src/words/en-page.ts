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
  kept: 'Saved in this browser: these pages also open without a network.',
  playgroundTitle: 'One layer of attention, untrained',
  playgroundIntro:
    'Multi-head attention, computed here and now from your sentence. Point at a weight to see how it is computed.',
};
