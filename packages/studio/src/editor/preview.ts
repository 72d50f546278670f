/** The preview: the real element, which takes the draft in the place of the settings it has loaded. */
import type { ConfigurationSettings, SearchResponse } from '@semantic-search/contract';
import type { SemanticSearch } from '@semantic-search/widgets/semantic-search';
import { draftedAnswer } from './preview-response.ts';

type Session = NonNullable<SemanticSearch['session']>;

export interface Previewed {
  /** What the service answers by. */
  saved: ConfigurationSettings;
  /** What the page shows; everything in it is allowed. */
  draft: ConfigurationSettings;
}

export class Preview {
  readonly element: SemanticSearch;
  #shown: Previewed;
  #session: Session | undefined;
  /** As the service gave it. */
  #answer: SearchResponse | undefined;

  constructor(configuration: number, token: string, shown: Previewed) {
    this.#shown = shown;
    const element = document.createElement('semantic-search');
    for (const name of ['no-url', 'no-shortcut', 'no-recent', 'no-actions']) element.setAttribute(name, '');
    element.setAttribute('configuration', `${configuration}`);
    element.setAttribute('token', token);
    this.element = element;
    void this.#attach();
  }

  show(shown: Previewed): void {
    if (shown === this.#shown) return;
    const isNewBase = shown.saved !== this.#shown.saved;
    this.#shown = shown;
    const session = this.#session;
    if (!session) return;
    // The service answers by what is saved now.
    if (isNewBase) void session.retry();
    else this.#draftAnswer(session);
    if (session.settings) session.take(shown.draft);
  }

  /** `null` is what the visitor prefers. */
  set theme(theme: 'light' | 'dark' | null) {
    this.element.theme = theme;
  }

  /** There is a session from the element's first update on; what it loads comes later. */
  async #attach(): Promise<void> {
    await customElements.whenDefined('semantic-search');
    await this.element.updateComplete;
    const { session } = this.element;
    if (!session) return;
    this.#session = session;
    session.follow((change) => {
      if (change === 'settings' && session.settings !== this.#shown.draft) session.take(this.#shown.draft);
      if (change !== 'answer') return;
      this.#answer = session.answer;
      this.#draftAnswer(session);
    });
  }

  #draftAnswer(session: Session): void {
    const { saved, draft } = this.#shown;
    if (this.#answer) session.answer = draftedAnswer(this.#answer, saved, draft);
  }
}
