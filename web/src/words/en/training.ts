/** English texts of a training run, on the training page and the first page. Code that uses them imports add-training.ts. */

export const training = {
  tasks: {
    goes_with: {
      name: 'words that go together',
      objective:
        'At each word, say its partner, such as the noun of a determiner, the subject of a verb, the noun that a pronoun stands for. Every word’s answer is marked right or wrong.',
      head: 'goes with',
    },
    who: {
      name: 'who is “it”?',
      objective:
        'At a pronoun, say the noun that it stands for; at a verb that agrees, its subject.',
      head: 'who?',
    },
    induction: {
      name: 'what followed earlier',
      objective:
        'At each letter that has occurred before, say the letter that followed it then. The model has to find out how.',
      head: 'induction',
    },
    translation: {
      name: 'English to German',
      objective: 'Say the next German word, with the German words so far and the English sentence.',
      head: 'translates',
    },
    sort: {
      name: 'sort',
      objective: 'After the bar, repeat the numbers, the smallest first.',
      head: 'next larger',
    },
    reverse: {
      name: 'reverse',
      objective: 'After the bar, repeat the letters, the last one first.',
      head: 'mirrored place',
    },
    copy: {
      name: 'copy',
      objective: 'After the bar, repeat the letters in the same order.',
      head: 'same place',
    },
    copy_places: {
      name: 'copy from several places',
      objective:
        'At each letter, say the letters at fixed distances from it, all at once. A head that looks at several mixes what it finds.',
      head: 'places',
    },
    characters: {
      name: 'a text, character by character',
      objective:
        'At each character of the text, say the next one. A head is named for one of two habits that help: it looks at the previous token, or at what followed the same token before (induction).',
      head: 'next character',
    },
    words: {
      name: 'a text, word by word',
      objective:
        'At each word of the text, say the next one. A head is named for one of two habits that help: it looks at the previous token, or at what followed the same token before (induction).',
      head: 'next word',
    },
    digits: {
      name: 'read a digit',
      objective:
        'Say which digit the picture shows. The picture is cut into 16 patches; the answer is read at the class token, which sees the patches only by looking at them.',
      head: 'ink',
    },
  },
  digits: {
    notLoaded: (why: string) => `the pictures of digits could not be loaded: ${why}`,
    /** What the model is asked about. */
    image: 'this picture',
    yours: 'your digit',
    own: 'Your own digit',
    hint: 'You can draw while the model trains. What you draw is scaled and centered like the pictures that the model learns from, and is in the link.',
  },
  /** After other sentences. */
  noHints: (...before: string[]) => `${before.join(' ')} No example says where to look.`,
  /** Names of the relations that a head can be named for, by the core's names. Other relations keep the core's name. */
  relations: {
    'previous token': 'previous token',
    induction: 'induction',
  },
  place: (distance: string) => `place ${distance}`,
  layer: (number: number) => `layer ${number}`,
  cross: 'cross-attention',
  decoderLayer: (number: number) => `decoder layer ${number}`,
  /** The name of a head that is switched off. */
  isOff: (head: string) => `${head}, off`,
  untrained: 'Untrained: the parameters are random numbers, so the weights mean nothing yet.',
  examples: 'Two examples side by side',
  run: {
    play: 'Play',
    pause: 'Pause',
    progress: (step: number, steps: number) => `step ${step} of ${steps}`,
    starting: 'Starting the engine …',
  },
  /** The server did not return a file that comes with the site. */
  noAnswer: (url: string, actual: string) => `expected a file at ${url}, got ${actual}.`,
  /** The line of the curves at which a head earns its name. */
  earns: '0.8: a head earns its name',
};
