/** The button that opens a dialog with the code of a frame for the page's current state. */
import type { ModelEmbedBase } from '../../elements/embed/model-embed-base';

type Dialog = ModelEmbedBase<string>;

/**
 * `load`: the code of the dialog, which is not needed before. `link`: the address of model, input and place.
 * `hasNoAddress`: whether the model is from the visitor's own files, has learned the visitor's own text or is a step of its
 * training.
 */
export function offerEmbedding(
  load: () => Promise<{ tag: string; new (): Dialog }>,
  element: HTMLElement,
  link: () => string,
  hasNoAddress: () => boolean,
): void {
  const open = async () => {
    const Dialog = await load();
    const dialog =
      document.querySelector<Dialog>(Dialog.tag) ?? document.body.appendChild(new Dialog());
    dialog.lang = element.lang;
    dialog.link = link();
    dialog.hasNoAddress = hasNoAddress();
    dialog.site = location.origin + location.pathname.replace(/[^/]*$/, '');
    dialog.open();
  };
  const notLoaded = document.querySelector<HTMLElement>('[data-word=notLoaded]')!;
  document.querySelector('#embed')!.addEventListener('click', () => {
    // Without a network the dialog does not open.
    open().then(
      () => (notLoaded.hidden = true),
      () => (notLoaded.hidden = false),
    );
  });
}
