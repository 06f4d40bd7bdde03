/** The host of the wasm module. */
import { hostOf } from './host';
import { openModule } from '../module/module';

export const createEngineHost = hostOf(openModule);
