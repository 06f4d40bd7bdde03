/** Keeps what the visitor looks at in its place while the lists of changes, above it, grow and shrink. */
import type { ListedChange } from '../../story/editor/attention-changes';

const namesOf = (list: readonly ListedChange[]) => list.map(({ name }) => name).join();

/** To be called before the lists are drawn. Browsers do not keep the place reliably, and Safari never does. */
export function keepPlace(before: readonly ListedChange[], after: readonly ListedChange[]): void {
  if (namesOf(before) === namesOf(after)) return;
  const element = anchor();
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  // By the next frame, everything inside has been drawn too.
  requestAnimationFrame(() => {
    if (element.checkVisibility())
      scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
  });
}

/** The pressed control or, if that is out of sight or pinned to the window, what is in the middle of the window. */
function anchor(): Element | null {
  const focused = innermost(document, (root) => root.activeElement);
  if (focused && focused !== document.body && isInSight(focused) && !isPinned(focused))
    return focused;
  return innermost(document, (root) => root.elementFromPoint(innerWidth / 2, innerHeight / 2));
}

/** The element that `find` finds in the document, or in the innermost of the shadow roots that it leads to. */
function innermost(
  root: Document | ShadowRoot,
  find: (root: Document | ShadowRoot) => Element | null,
): Element | null {
  const element = find(root);
  const inner = element?.shadowRoot;
  return inner && inner !== root ? (innermost(inner, find) ?? element) : element;
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Whether an element, or one around it, stays in its place while the page scrolls. */
function isPinned(element: Element): boolean {
  if (['fixed', 'sticky'].includes(getComputedStyle(element).position)) return true;
  const root = element.getRootNode();
  const around = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return around !== null && isPinned(around);
}
