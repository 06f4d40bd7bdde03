/** `fetch`, which says why nothing came, as far as the browser tells. */
import '../../words/add-language-model';
import { Refusal } from '../../words/refusal';

/** Throws a Refusal if there is no answer, and the browser's own error if `signal` is aborted. */
export async function fetchOrRefuse(url: string, signal: AbortSignal | null): Promise<Response> {
  const { origin } = new URL(url, globalThis.document?.baseURI);
  let isBlocked = false;
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    if (URL.canParse(blockedURI) && new URL(blockedURI).origin === origin) isBlocked = true;
  };
  // Node has no document.
  const page = globalThis.document as Document | undefined;
  page?.addEventListener('securitypolicyviolation', onViolation);
  try {
    return await fetch(url, { signal });
  } catch (error) {
    // The event may come after the error.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal?.aborted) throw error;
    // From a server that is down, or has no CORS headers, scripts get the same error.
    const isOther = page !== undefined && origin !== location.origin;
    throw new Refusal(({ languageModel }) =>
      isBlocked
        ? languageModel.blocked(origin)
        : isOther
          ? languageModel.otherOrigin(origin)
          : languageModel.noConnection,
    );
  } finally {
    page?.removeEventListener('securitypolicyviolation', onViolation);
  }
}
