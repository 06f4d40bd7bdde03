/** The entry of `trained-elements.js`, for other pages: registers `<attention-trained>`, with its engine and the site's models. */
import { AttentionTrained } from '../../elements/trained/attention-trained';
import './provided-training';

const { url } = import.meta;
AttentionTrained.folder = new URL('models/', url).href;
