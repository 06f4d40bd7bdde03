/** Opens a file of the visitor's own, and keeps what the offer below the list of models says about it. */
import type { OtherModel } from '../../../model/trained/other-models';

export interface Opening {
  readonly host: { requestUpdate(): void };
  readonly session: { open(file: File): Promise<void> };
  /** The offer that is shown. */
  selected: OtherModel | null;
  /** Why the last file could not be opened. */
  problem: Error | null;
  /** The file that is being opened. */
  opening: File | null;
}

/**
 * An error in the file is shown beside the button, and the last valid model stays. Only the result of the last file is
 * shown.
 */
export async function openOwnFile(offer: Opening, file: File): Promise<void> {
  const { host, session, selected } = offer;
  [offer.problem, offer.opening] = [null, file];
  host.requestUpdate();
  const problem = await session.open(file).then(
    () => null,
    (error: Error) => error,
  );
  if (offer.opening !== file) return;
  [offer.problem, offer.opening] = [problem, null];
  // Another offer may have been chosen meanwhile.
  if (!problem && offer.selected === selected) offer.selected = null;
  host.requestUpdate();
}
