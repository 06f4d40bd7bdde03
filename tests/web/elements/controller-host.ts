/** What a ReactiveController needs of the element that it belongs to. */
export const controllerHost = {
  addController() {},
  removeController() {},
  requestUpdate() {},
  updateComplete: Promise.resolve(true),
};
