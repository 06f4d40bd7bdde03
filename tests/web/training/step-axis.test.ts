/** The axis of a run's steps. */
import { describe, expect, it } from 'vitest';
import { logStep, nearestSnapshot, stepAt, stepTicks } from '../../../web/src/training/step-axis';

describe('the axis of steps', () => {
  it('is logarithmic and includes step 0', () => {
    for (const step of [0, 1, 9, 150, 800]) expect(stepAt(logStep(step))).toBe(step);
    expect(logStep(0)).toBe(0);
    expect(stepTicks(800)).toEqual([0, 10, 30, 100, 300, 800]);
    expect(stepTicks(40)).toEqual([0, 10, 40]);
    // On a phone the labels 300 and 480 would touch.
    expect(stepTicks(480)).toEqual([0, 10, 30, 100, 480]);
  });

  it('has slider stops at the snapshots and the last step', () => {
    expect(nearestSnapshot(12, 5, 800)).toBe(10);
    expect(nearestSnapshot(13, 5, 800)).toBe(15);
    expect(nearestSnapshot(900, 5, 123)).toBe(123);
    expect(nearestSnapshot(0, 5, 3)).toBe(0);
    expect(nearestSnapshot(3, 5, 3)).toBe(3);
  });
});
