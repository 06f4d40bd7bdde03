/** Training elements without an engine of their own share one; the images of digits are the site's. */
import { provideDigitImages } from '../../elements/digits/digit-images';
import { provideTrainingEngine } from '../../elements/training/training-engine';
import { sharedEngine } from '../../engine/client/shared-engines';
import { digitImagesUrl } from '../../engine/places/image-places';
import { trainingWasmUrl } from '../../engine/places/whole-model-places';

provideDigitImages(digitImagesUrl);
provideTrainingEngine(() => sharedEngine({ wasmUrl: trainingWasmUrl }));
