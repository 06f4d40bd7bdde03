/** In the package, provides an engine for all elements of language models that have none. MiniLM is not included. */
import { provideLanguage } from '../../elements/language/offer/text-engine';
import { sharedEngine } from '../../engine/client/shared-engines';
import { languageWasmUrl } from '../../engine/places/whole-model-places';

provideLanguage({ engine: () => sharedEngine({ wasmUrl: languageWasmUrl }) });
