/** The entry of `model-elements.js`, for other pages: registers `<attention-model>`, with its engine and MiniLM. */
import '../../elements/language/attention-model';
import { provideLanguage } from '../../elements/language/offer/text-engine';
import { sharedEngine } from '../../engine/client/shared-engines';
import { languageWasmUrl } from '../../engine/places/whole-model-places';

const { url } = import.meta;

provideLanguage({
  engine: () => sharedEngine({ wasmUrl: languageWasmUrl }),
  models: new URL('models/', url).href,
});
