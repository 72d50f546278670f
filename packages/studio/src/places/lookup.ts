/** Search field with what it finds, such as documents or concepts, of which the person chooses one. */
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
    const results = this.#results;
    const take = (result: Found) => {
      this.#clear();
      choose(result);
    };
    return html`<div class="lookup" @keydown=${this.#moveByKey}><label>${label} <input type="search" autocomplete="off" maxlength="200" .value=${this.#words} @input=${this.#type} /></label>
      ${results?.length ? html`<ul class="found">${results.map((result) => html`<li><button type="button" @click=${() => take(result)}>${row(result)}</button></li>`)}</ul>` : nothing}
      <p class="hint" role="status">${this.#failure || (results?.length === 0 ? text('nothingFound') : '')}</p></div>`;
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#words = '';
    this.#results = undefined;
    this.#failure = '';
  }

  #type = ({ target }: Event): void => {
    const words = (target as HTMLInputElement).value;
    this.#clear();
    this.#words = words;
    this.#rerender();
    if (words.trim()) this.#timer = setTimeout(() => void this.#run(words), TYPING_PAUSE_MS);
  };

  async #run(words: string): Promise<void> {
    const outcome = await this.#search(words.trim()).then(
      (results) => ({ results, failure: '' }),
      (error) => ({ results: undefined, failure: reasonOf(error) }),
    );
    // The person has typed on.
    if (this.#words !== words) return;
    this.#results = outcome.results;
    this.#failure = outcome.failure;
    this.#rerender();
  }

  /** Arrow keys lead from the field through the results. Enter searches at once, and submits no form. */
  #moveByKey = (event: KeyboardEvent): void => {
    const { key, target, currentTarget } = event;
    const isInField = target instanceof HTMLInputElement;
    if (key === 'Enter' && isInField) {
      event.preventDefault();
      clearTimeout(this.#timer);
      if (target.value.trim()) void this.#run(target.value);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined) return;
    event.preventDefault();
    const focusable = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, button')];
    focusable[focusable.indexOf(target as HTMLElement) + step]?.focus();
  };
}
