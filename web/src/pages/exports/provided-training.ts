/** Provides an engine for all training elements that have none, and the site's images of digits. */
import { provideDigitImages } from '../../elements/digits/provide-digit-images';
import { provideTrainingEngine } from '../../elements/training/training-engine';
import { sharedEngine } from '../../engine/client/shared-engines';
import { digitImagesUrl } from '../../engine/places/image-places';
import { trainingWasmUrl } from '../../engine/places/whole-model-places';

provideDigitImages(digitImagesUrl);
provideTrainingEngine(() => sharedEngine({ wasmUrl: trainingWasmUrl }));
