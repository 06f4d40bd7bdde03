/** PyTorch's numbers, as the site has them. */
import { refusal } from '../engine/checks/refusal';

/** Throws a refusal if the server does not answer, or answers with an error. */
export async function fetchNumbers(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url).catch((error: Error) => {
    throw refusal('expected PyTorch’s numbers at {}, got no answer ({})', [url, error.message]);
  });
  if (!answer.ok)
    throw refusal('expected PyTorch’s numbers at {}, got HTTP {}', [url, `${answer.status}`]);
  return new Uint8Array(await answer.arrayBuffer());
}
