/** Replaces engine-host.ts: a host with an additional verb that ends in a WebAssembly trap. */
import { hostOf } from '../../web/src/engine/host/host';
import { openModule } from '../../web/src/engine/module/module';

/** (module (func (export "crash") unreachable)) */
const trapping = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x09, 0x01, 0x05, 0x63, 0x72, 0x61, 0x73, 0x68, 0x00, 0x00],
  ...[0x0a, 0x05, 0x01, 0x03, 0x00, 0x00, 0x0b],
);

function crash(): never {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(trapping));
  (exports['crash'] as () => void)();
  throw new Error('expected a trap');
}

export const createEngineHost = hostOf(async (wasmBinary) => ({
  ...(await openModule(wasmBinary)),
  crash,
}));
