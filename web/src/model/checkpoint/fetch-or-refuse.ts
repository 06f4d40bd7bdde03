/** A `fetch` that explains its failure, as far as the browser gives the reason. */
import '../../words/add-language-model';
import { Refusal } from '../../words/refusal';

/** Throws a Refusal if there is no answer, and the browser's own error if its signal is aborted. */
export async function fetchOrRefuse(url: string, init: RequestInit): Promise<Response> {
  const { origin } = new URL(url, globalThis.document?.baseURI);
  let isBlocked = false;
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    if (URL.canParse(blockedURI) && new URL(blockedURI).origin === origin) isBlocked = true;
  };
  // Node has no document.
  const page = globalThis.document as Document | undefined;
  page?.addEventListener('securitypolicyviolation', onViolation);
  try {
    return await fetch(url, init);
  } catch (error) {
    // The event may come after the error.
    await new Promise((resolve) => setTimeout(resolve));
    if (init.signal?.aborted) throw error;
    // A server that is down and one without CORS headers give scripts the same error.
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
