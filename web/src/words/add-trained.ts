/** Adds the words of en-trained.ts to the English catalogue. Import it for this effect. */
import { en } from './en';
import { trained } from './en-trained';

Object.assign(en, { trained });
