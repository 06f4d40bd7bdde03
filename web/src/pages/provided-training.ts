/** Training elements without an engine of their own share one. */
import { provideTrainingEngine } from '../elements/training/training-engine';
import { sharedEngine } from '../engine/shared';
import { trainingWasmUrl } from '../engine/training-places';

provideTrainingEngine(() => sharedEngine({ wasmUrl: trainingWasmUrl }));
