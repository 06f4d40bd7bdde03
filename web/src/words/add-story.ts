/** Adds the words of en-story.ts to the English catalogue. Import it for this effect. */
import { en } from './en';
import { story } from './en-story';

Object.assign(en, { story });
