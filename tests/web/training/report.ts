/** The report of a training step, for tests that need only its loss. */
export const report = (step: number, loss: number) => ({
  step,
  loss,
  penalty: 0,
  gradient_norm: 0,
  learning_rate: 0,
  accuracy: 0,
});
