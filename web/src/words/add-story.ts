/** Adds the words of en/story.ts and their translations to the catalogues. Import it for this effect. */
import { story } from './en/story';
import { addWords } from './words';

addWords('story', { story });
