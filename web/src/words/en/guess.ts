/** English texts of the experiments on a trained model. Code that uses them imports add-guess.ts. */
import { phrase, type Phrases } from '../forms/phrase';

export const guess = {
  heading: 'Guess first, then look',
  hint: 'Make a guess. Only then is the page above changed, and the model computes its answer.',
  questions: {
    number: (word, layer) =>
      phrase`In one head of ${layer}, the value of ${word} is a single number. What will the model say if the sign of that number changes?`,
    causal: (it, tired, wide) =>
      phrase`With the causal mask ${it} cannot see the last word, ${tired} or ${wide}. What will the model say?`,
    layer: (word, layer) =>
      phrase`All heads of ${layer} are switched off. Layer 2 still works. What will the model say for ${word}?`,
    idle: (word, head) =>
      phrase`From ${word}, ${head} looks at one word only: its map is clear. What will the model say without this head?`,
    positions: (it, tired, wide) =>
      phrase`Positions are off: the model cannot tell where a word stands. What will it say for ${it} in the sentences that end in ${tired} and ${wide}?`,
    third_letter: (letter, layer) =>
      phrase`From the last ${letter}, the head of ${layer} looks at the letter that followed ${letter} earlier. Now it must look at the third letter only. What will the model say?`,
    no_second_layer: (layer) =>
      phrase`The head of ${layer} is off. In layer 1 every letter still looks at the one before it. What will the model say?`,
    no_places: (letter) =>
      phrase`Positions are off. The head of layer 1 no longer finds the previous letter, and over many rows the model is wrong more often than right. What will it say after the last ${letter}?`,
    two_followers: (letter, first, second) =>
      phrase`In another row of letters, ${letter} is followed first by ${first}, then by ${second}. What will the model say when ${letter} comes a third time?`,
    first_number: (bar, number) =>
      phrase`From ${bar}, the head looks at the smallest number. Now it must look at the first one only, at ${number}. What will the model say?`,
    unplaced_numbers:
      'Positions are off: the model cannot tell where a number stands. What will it say first?',
    twice: (first, second, said) =>
      phrase`Here ${first} and ${second} each occur twice among the numbers, which never happened in training. The model has just said ${said}. What will it say next?`,
    subject: (group, source, the, head) =>
      phrase`From ${group} (${head}), the model still looks at ${source}, although it has already translated that word. Now this head must look at ${the}. Which verb will the model say?`,
    no_source: (word, attention) =>
      phrase`All heads that look from German words at English ones (${attention}) are off. What will the model say after ${word}?`,
    unplaced_patches:
      'Positions are off: the model cannot tell where in the picture a patch is. What will it say?',
    blind_token:
      'The class token comes before all patches: with the causal mask it sees none of them. What will the model say?',
  } satisfies Phrases,
  /** Why: shown after the guess. The words come first, then the measured shares. */
  reasons: {
    number: (it, wide, animal, street, tired, seen, now, was) =>
      phrase`The weight from ${it} to ${wide} in layer 1 is still ${seen}, but the value that it fetches has changed its sign. In layer 2, ${now} of the weight from ${it} goes to ${animal}; before, ${was} went to ${street}. The same place changes in the other sentence, at ${tired}; its answer stays ${animal}.`,
    causal: (it, tired, wide, animal, seenTired, seenWide, nowTired, nowWide, first, second) =>
      phrase`Layer 1 looked from ${it} at ${tired} and ${wide} (${seenTired} and ${seenWide}). The mask makes these weights ${nowTired} and ${nowWide}. Up to ${it} the two sentences are the same, so layer 2 looks at ${animal} in both (${first} and ${second}).`,
    layer: (it, animal, first, second, wasFirst, wasSecond) =>
      phrase`Without layer 1, nothing about the last word reaches ${it} before layer 2 looks. The weight on ${animal} is ${first} and ${second} in the two sentences (before: ${wasFirst} and ${wasSecond}).`,
    idle: (it, animal, street, first, second, wasFirst, wasSecond) =>
      phrase`In these sentences layer 2 does not need this head: the weights from ${it} to ${animal} and ${street} are ${first} and ${second} (before: ${wasFirst} and ${wasSecond}). A clear map is no proof that a head matters.`,
    positions: (
      it,
      tired,
      wide,
      animal,
      street,
      seenTired,
      seenWide,
      first,
      second,
      wasFirst,
      wasSecond,
    ) =>
      phrase`The words alone are enough here. Layer 1 still looks from ${it} at ${tired} (${seenTired}) and ${wide} (${seenWide}), and layer 2 at ${animal} (${first}, before: ${wasFirst}) and ${street} (${second}, before: ${wasSecond}).`,
    third_letter: (
      m,
      a,
      first,
      second,
      wasFirst,
      wasSecond,
      saidFirst,
      saidSecond,
      before,
      after,
    ) =>
      phrase`The model says the letter that layer 2 looks at. The weights on ${m} and ${a} are now ${first} and ${second} (before: ${wasFirst} and ${wasSecond}), and their probabilities rise to ${saidFirst} and ${saidSecond} (before: ${before} and ${after}).`,
    no_second_layer: (k, r, first, second, saidFirst, saidSecond) =>
      phrase`Only layer 2 fetches the letter that followed ${k}. Without it, what is left is the letter that layer 1 looks at: ${r} (weights ${first} and ${second}), whose probability is ${saidFirst} and ${saidSecond}.`,
    no_places: (k, first, second, wasFirst, wasSecond, most, mostSecond) =>
      phrase`Without positions, layer 1 gives the previous letter only ${first} and ${second} of the weight (before: ${wasFirst} and ${wasSecond}). Layer 2 then looks most at a ${k} (${most} and ${mostSecond}), and the model says what layer 2 looks at.`,
    two_followers: (more, less, first, second) =>
      phrase`The head of layer 2 looks more at ${more} (${first}) than at ${less} (${second}), and the model says what this head looks at most.`,
    first_number: (number, first, second, wasFirst, wasSecond, saidFirst, saidSecond) =>
      phrase`The model says the number that the head looks at. The weights on ${number} are now ${first} and ${second} (before: ${wasFirst} and ${wasSecond}), and its probability is ${saidFirst} and ${saidSecond}.`,
    unplaced_numbers: (bar, smallest, other, first, second, wasFirst, wasSecond) =>
      phrase`The head finds the smallest number by its size, not by its place: the weights from ${bar} to ${smallest} and ${other} are ${first} and ${second} (before: ${wasFirst} and ${wasSecond}).`,
    twice: (last, said, more, same) =>
      phrase`The last number said is ${last}. From there, ${said} has ${more} of the weight, and every ${last} among the numbers together ${same}: the head looks for a larger number, not for the same one again.`,
    subject: (group, singular, plural, was, now, wasSingular, nowSingular, wasPlural, nowPlural) =>
      phrase`The weight of this head on ${group} falls from ${was} to ${now}. In the first sentence the probability of ${singular} falls from ${wasSingular} to ${nowSingular}, and that of ${plural} rises from ${wasPlural} to ${nowPlural}: much of what tells singular from plural comes through this head.`,
    no_source: (said, first, second) =>
      phrase`No English word reaches the German ones, so both sentences are the same to the model: the probability of ${said} is ${first} and ${second}.`,
    unplaced_patches: (four, nine, wasFour, nowFour, wasNine, nowNine) =>
      phrase`The model still knows what is in each patch, but not where the patch is: the probability of ${four} falls from ${wasFour} to ${nowFour}, that of ${nine} from ${wasNine} to ${nowNine}.`,
    blind_token: (said, least, first, second) =>
      phrase`The class token looks at itself only (in every head at least ${least}), so both pictures are the same to the model: the probability of ${said} is ${first} and ${second}.`,
  } satisfies Phrases,
  both: (answer: unknown) => phrase`both ${answer}`,
  still: (first: unknown, second: unknown) => phrase`still ${first} and ${second}`,
  pair: (first: unknown, second: unknown) => phrase`${first} and ${second}`,
  other: 'something else',
  outcome: (answers: unknown) => phrase`The model says ${answers}.`,
  right: (outcome: unknown) => phrase`${outcome} You guessed right.`,
  wrong: (outcome: unknown) => phrase`${outcome} You guessed wrong.`,
  /** What the experiment has changed: the chips' names and values. */
  changed: (what: unknown) => phrase`Changed above: ${what}.`,
  /** Follows `outcome` once the page has been changed. */
  earlier: (outcome: unknown) => phrase`${outcome} The page above has been changed since.`,
  back: 'Undo the experiment',
  /** Replaces `back` if the page was opened by a link to the experiment. */
  asLearned: 'Back to the model as trained',
  miniLm: {
    question: (it: unknown, tired: unknown, wide: unknown) =>
      phrase`Here ${it} switches from the animal to the street when ${tired} becomes ${wide}. MiniLM is a model in everyday use. What will its heads do?`,
    guesses: {
      flips: 'they switch to the street',
      leans: 'they shift towards the street',
      stays: 'nothing changes',
    },
    measure: (animal: unknown, street: unknown) =>
      phrase`Measure it: open both sentences in MiniLM, and compare the weights on ${animal} and on ${street}. The list “Examples” there has the measured answer.`,
    sentence: (word: unknown) => phrase`The sentence that ends in ${word}`,
    absent: 'This site was built without MiniLM.',
  },
};
