/** Adds the words of en/training-page.ts to the English catalogue. Import it for this effect. */
import './add-training';
import { en } from './en/base';
import { trainingPage } from './en/training-page';

Object.assign(en.training, trainingPage);
