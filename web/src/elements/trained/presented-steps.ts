/**
 * The steps of a presentation: each sentence, each stage of the story, every word at once, all heads. Loads when the page is
 * first presented.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { StageName } from '../../model/stages/stages';
import '../../words/add-story';
import type { Words } from '../../words/words';
import { taskRow } from '../../model/examples/tasks';
import type { ModelSession } from './session/model-session';
import { kBothFit, presentingStyles } from './presenting.styles';
import type { StoryPart } from './story-part';
import { kOwnExample } from '../../model/changes/visitor-changes';

type Scene = 'examples' | 'story' | 'matrices' | 'maps';
type Host = ReactiveControllerHost & HTMLElement & { readonly renderRoot: ParentNode };
interface Step {
  readonly scene: Scene;
  readonly example?: number;
  readonly stage?: StageName;
}

export class PresentedSteps implements ReactiveController {
  #scene: Scene = 'examples';

  constructor(
    private readonly host: Host,
    private readonly session: ModelSession,
    private readonly story: StoryPart,
    private readonly words: () => Words,
  ) {
    host.addController(this);
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(presentingStyles.styleSheet!);
  }

  hostUpdate(): void {
    this.host.dataset['scene'] = this.#scene;
    // Styles show this attribute as text.
    this.host.dataset['end'] =
      this.#steps.at(-1)!.scene === this.#scene ? this.words().story.end : '';
  }

  begin(): void {
    this.#scene = 'examples';
    this.host.requestUpdate();
  }

  /** Goes to the next step or to the previous one. */
  go(by: 1 | -1): void {
    const { session } = this;
    const { example, stage } = session.shownState;
    const steps = this.#steps;
    const current = steps.findIndex(
      (step) =>
        step.scene === this.#scene &&
        (step.example ?? example) === example &&
        (step.stage ?? stage) === stage,
    );
    const next = steps[Math.max(0, current) + by];
    if (!next) return;
    this.#scene = next.scene;
    if (next.example !== undefined) session.changeShown({ example: next.example });
    if (next.stage !== undefined && next.stage !== stage)
      session.changeShown({ stage: next.stage, matrix: '' });
    this.host.requestUpdate();
    void this.#show(next.stage);
  }

  get #steps(): Step[] {
    const { session } = this;
    // Where both sentences fit, they are one step.
    const isOne = matchMedia(kBothFit).matches && !taskRow(session.task).images;
    const pinned = isOne ? [Math.min(session.shownState.example, 1)] : [0, 1];
    const examples = [...pinned, kOwnExample].filter((example) => session.inspection(example));
    return [
      ...examples.map((example): Step => ({ scene: 'examples', example })),
      ...this.story.stages.map((stage): Step => ({ scene: 'story', stage })),
      ...(this.host.renderRoot.querySelector('.matrices') ? [{ scene: 'matrices' } as const] : []),
      { scene: 'maps' },
    ];
  }

  async #show(stage: StageName | undefined): Promise<void> {
    await this.host.updateComplete;
    const story = this.host.renderRoot.querySelector<Host>('attention-story');
    await story?.updateComplete;
    const row = stage && story?.shadowRoot?.querySelector(`[data-stage="${stage}"]`);
    if (row) row.scrollIntoView({ block: 'center' });
    else scrollTo({ top: 0 });
  }
}
