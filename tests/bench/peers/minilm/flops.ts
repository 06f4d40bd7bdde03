/** The floating-point operations of a pass of MiniLM: two per multiply-add. */
const [kLayers, kModel, kFeedForward] = [6, 384, 1536];

export function flopsOfMiniLm(tokens: number): number {
  const projections = 4 * kModel * kModel + 2 * kModel * kFeedForward;
  // q kᵀ and weights v, over all heads.
  const attention = 2 * tokens * kModel;
  return 2 * kLayers * tokens * (projections + attention);
}
