/** In the package, elements of language models without an engine of their own share one. MiniLM is not in it. */
import { provideLanguage } from '../../elements/language/offer/text-engine';
import { sharedEngine } from '../../engine/client/shared-engines';
import { languageWasmUrl } from '../../engine/places/whole-model-places';

provideLanguage({ engine: () => sharedEngine({ wasmUrl: languageWasmUrl }) });
