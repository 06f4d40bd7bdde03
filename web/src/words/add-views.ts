/** Adds the words of en-views.ts to the English catalogue. Import it for this effect. */
import { en } from './en';
import { views } from './en-views';

Object.assign(en, views);
