/** The entry of `model-elements.js`, for other pages: registers `<attention-model>`, with its engine. */
import '../elements/opened/attention-model';
import './provided-language';
