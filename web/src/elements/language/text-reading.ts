/** Reads the sentence with the open model, again whenever the sentence or its changes are others. */
import type { ReactiveControllerHost } from 'lit';
import { fittingChanges } from '../../model/language/fitting-changes';
import { shownWord, StartWord } from '../../model/language/fitting-word';
import type { LanguageState } from '../../model/language/language-state';
import type { InspectedText } from '../../model/language/text-model';
import type { StoryRequest } from '../../model/language/text-story';
import { LatestTask } from '../base/latest-task';
import type { ModelOpening } from './model-opening';
import { OriginalSentence } from './sentence/original-sentence';

/** The settings whose change needs another reading. */
const kReadAgain = ['text', 'off', 'forced', 'edits'] as const;

interface Callbacks {
  /** The story to compute in the same pass, if one is in sight. */
  storyRequest(): StoryRequest | undefined;
  /** Drops the changes that the model or the sentence does not have; `absent` lists them. */
  dropAbsent(fitting: Partial<LanguageState>, absent: readonly string[]): void;
  /** The sentence was read: `shownWord` may be another one. */
  onRead(): void;
}

export class TextReading {
  /** The last sentence that was read, with its numbers. */
  seen: InspectedText | null = null;
  /** Why the sentence could not be read. `seen` is then an earlier one. */
  problem: Error | null = null;
  /** The sentence without the visitor's changes. */
  readonly originals = new OriginalSentence();
  readonly startWord = new StartWord();
  readonly #task = new LatestTask(
    () => this.isReady,
    () => this.#read(),
  );

  constructor(
    private readonly host: ReactiveControllerHost & { readonly state: LanguageState },
    private readonly opening: ModelOpening,
    private readonly callbacks: Callbacks,
  ) {}

  /** Whether the state belongs to the open model: not while the model of another link loads. */
  get isReady(): boolean {
    const { model, source } = this.opening;
    return model !== null && this.host.state.model === source;
  }

  ask(): Promise<void> {
    return this.#task.ask();
  }

  /** Reads again if the state needs it. */
  follow(before: LanguageState | undefined): void {
    if (!before || !this.isReady) return;
    const { state } = this.host;
    const isOther = kReadAgain.some((key) => before[key] !== state[key]);
    const isRescaled = (form: LanguageState) => form.delimiters === 'rescaled';
    if (isOther || (isRescaled(state) && !isRescaled(before))) void this.ask();
  }

  /** The settings of the sentence that is shown; those of the state may already be others. */
  get shown(): Partial<LanguageState> {
    const { seen } = this;
    if (!seen) return {};
    const { text, changes } = seen;
    return { text, word: this.shownWord(text), ...changes };
  }

  forget(): void {
    this.seen = null;
  }

  /** The word of `text` that is shown; the state's, which the text may not have, until `text` is read. */
  shownWord(text: string): number {
    const { seen, host } = this;
    return seen?.text === text ? shownWord(host.state, seen.tokens) : host.state.word;
  }

  async #read(): Promise<void> {
    const { host, opening, callbacks } = this;
    const { state } = host;
    const { text } = state;
    const model = opening.model!;
    const isCurrent = () => opening.model === model;
    try {
      const { length } = model.tokenize(text).ids;
      const { absent, asked, ...changes } = fittingChanges(state, model, length);
      if (absent.length > 0) callbacks.dropAbsent({ ...changes, asked }, absent);
      const rescaled = state.delimiters === 'rescaled';
      const [seen, setOriginal] = await Promise.all([
        model.inspect(text, { ...changes, rescaled, story: callbacks.storyRequest() }),
        this.originals.read(model, text, { ...changes, rescaled }),
      ]);
      if (!isCurrent()) return;
      setOriginal();
      [this.seen, this.problem] = [seen, null];
      callbacks.onRead();
    } catch (error) {
      if (isCurrent()) this.problem = error as Error;
    }
    host.requestUpdate();
  }
}
