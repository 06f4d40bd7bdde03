/** `<attention-steps>`: which matrix the heatmap shows: scores, masked scores or weights. */
import { nothing } from 'lit';
import { steps, type Step } from '../state';
import { define } from './define';
import { tell } from './lab-context';
import { LabView } from './lab-view';
import { segments } from './segments';
import { theme } from './theme';

const names: Record<Step, string> = {
  scores: 'scores',
  masked_scores: 'masked scores',
  weights: 'weights',
};

export class AttentionSteps extends LabView {
  static override styles = [theme, segments.styles];

  protected override render() {
    const { result } = this;
    if (!result) return nothing;
    return segments.render({
      label: 'Matrix shown in the heatmap',
      choices: steps.map((step) => ({ value: step, name: names[step] })),
      chosen: result.state.step,
      choose: (step) => tell(this, 'attention-change', { step }),
    });
  }
}

define('attention-steps', AttentionSteps);
