/** Search field with its results, such as documents or concepts, of which the person chooses one. */
import { html, nothing, type TemplateResult } from 'lit';
import { reasonOf } from '../text/service-message.ts';
import { text } from '../text/text.ts';

const TYPING_PAUSE_MS = 200;

interface LookupView<Found> {
  label: string;
  /** Renders one of the results. */
  row(result: Found): unknown;
  choose(result: Found): void;
}

export class Lookup<Found> {
  readonly #search: (words: string) => Promise<readonly Found[]>;
  readonly #rerender: () => void;
  #words = '';
  /** Undefined without a search. */
  #results: readonly Found[] | undefined;
  #failure = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(search: (words: string) => Promise<readonly Found[]>, rerender: () => void) {
    this.#search = search;
    this.#rerender = rerender;
  }

  render({ label, row, choose }: LookupView<Found>): TemplateResult {
    const results = this.#results ?? [];
    const item = (result: Found) => {
      const chooseResult = () => {
        this.#clear();
        choose(result);
        this.#rerender();
      };
      return html`<li><button type="button" @click=${chooseResult}>${row(result)}</button></li>`;
    };
    return html`<div class="lookup" @keydown=${this.#handleKey}>
      <label>${label}
        <input type="search" autocomplete="off" maxlength="200" .value=${this.#words} @input=${this.#searchAfterPause} /></label>
      ${results.length > 0 ? html`<ul class="found">${results.map(item)}</ul>` : nothing}
      <p class="hint" role="status">${this.#failure || (this.#results?.length === 0 ? text('nothingFound') : '')}</p></div>`;
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#words = '';
    this.#results = undefined;
    this.#failure = '';
  }

  #searchAfterPause = ({ target }: Event): void => {
    const words = (target as HTMLInputElement).value;
    this.#clear();
    this.#words = words;
    this.#rerender();
    this.#timer = setTimeout(() => void this.#showResults(words), TYPING_PAUSE_MS);
  };

  async #showResults(words: string): Promise<void> {
    clearTimeout(this.#timer);
    if (!words.trim()) return;
    const outcome = await this.#search(words.trim()).then(
      (results) => ({ results, failure: '' }),
      (error) => ({ results: undefined, failure: reasonOf(error) }),
    );
    // The person has typed more words meanwhile.
    if (this.#words !== words) return;
    this.#results = outcome.results;
    this.#failure = outcome.failure;
    this.#rerender();
  }

  /** Enter in the field searches at once, and submits no form. Arrow keys lead from the field through the results. */
  #handleKey = (event: KeyboardEvent): void => {
    const { key, target, currentTarget } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === 'Enter' && target instanceof HTMLInputElement) {
      event.preventDefault();
      void this.#showResults(target.value);
    } else if (step !== undefined) {
      event.preventDefault();
      const focusable = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, button')];
      focusable[focusable.indexOf(target as HTMLElement) + step]?.focus();
    }
  };
}
