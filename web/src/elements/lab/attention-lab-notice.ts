/** `<attention-lab-notice>`: a lab's error message, if no control shows it. */
import { css, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../base/define';
import type { Problem } from './lab-context';
import { controlOf } from './lab-problem';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';

export class AttentionLabNotice extends WordedElement {
  static override styles = css`
    p {
      margin: 0 0 0.6rem;
      font-size: 0.875rem;
      color: var(--wrong);
      overflow-wrap: anywhere;
    }
  `;

  @property({ attribute: false }) problem: Problem | null | undefined;

  protected override render() {
    const { problem } = this;
    if (!problem || this.#isShownElsewhere(problem)) return nothing;
    return problemLine(problem.translate(this.words));
  }

  /** Whether the message is shown by a visible control, by the panel of opened files, or by the playground. */
  #isShownElsewhere(problem: Problem): boolean {
    const lab = (this.getRootNode() as ShadowRoot).host;
    if (problem.setting === 'opened') {
      // The panel loads with the first file that the visitor opens.
      const opener = lab.querySelector('attention-export')?.shadowRoot;
      return opener?.querySelector('attention-opened-file')?.checkVisibility() ?? false;
    }
    const control = controlOf(problem);
    if (control === null)
      return (lab.getRootNode() as Partial<ShadowRoot>).host?.localName === 'attention-playground';
    const controls = lab.querySelector('attention-controls');
    const hidden = (controls?.getAttribute('hide') ?? '').split(' ');
    return controls !== null && controls.checkVisibility() && !hidden.includes(control);
  }
}

define('attention-lab-notice', AttentionLabNotice);
