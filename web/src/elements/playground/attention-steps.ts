/** `<attention-steps>`: chooses the heatmap's matrix: scores, masked scores or weights. */
import { nothing } from 'lit';
import { define } from '../base/define';
import { settings } from '../../settings/playground';
import { sendToLab } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import { segments } from '../parts/segments';
import { screenOnly } from '../styles/theme';

export class AttentionSteps extends LabView {
  static override styles = [segments.styles, screenOnly];

  protected override render() {
    const { result } = this;
    // A file that has only weights leaves no choice.
    if (!result?.trace.scores) return nothing;
    return segments.render({
      label: this.words.steps.label,
      choices: settings.matrix.words.map((step) => ({ value: step, name: this.words.steps[step] })),
      selected: result.state.matrix,
      choose: (matrix) => sendToLab(this, 'attention-change', { matrix }),
    });
  }
}

define('attention-steps', AttentionSteps);
