/** Adds the words of en-training.ts to the English catalogue. Import it for this effect. */
import { en } from './en';
import { training } from './en-training';

Object.assign(en, { training });
