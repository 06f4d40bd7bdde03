/** The hash for the pages of trained models: that of the model that reads English. */
import { isSmallEnglish, sharedSentence } from '../../model/examples/small-english';
import { sentenceHash, type Sentence } from './hand-over';

/** The page names the words that the model does not know. It then has no word to choose in the sentence. */
export const goesWithHash = (sentence: Sentence): string => {
  const { text, word } = sharedSentence(sentence);
  return sentenceHash(
    { text, word: isSmallEnglish(text) ? word : undefined },
    { model: 'goes_with' },
  );
};
