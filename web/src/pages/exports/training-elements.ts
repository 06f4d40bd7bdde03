/** The entry of `training-elements.js`, for other pages: registers the elements that train, with their engine and the site's models. */
import { AttentionTraining } from '../../elements/training/attention-training';
import './provided-training';

const { url } = import.meta;
AttentionTraining.folder = new URL('models/', url).href;
