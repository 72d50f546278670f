/** Search field with the things that it finds, of which the person chooses one. */
import { html, nothing, type TemplateResult } from 'lit';
import { text } from '../text/text.ts';
import { reasonOf } from './place.ts';

const TYPING_PAUSE_MS = 200;

interface LookupView<Found> {
  label: string;
  /** What is shown about one of the found things. */
  row(found: Found): unknown;
  choose(found: Found): void;
}

export class Lookup<Found> {
  readonly #search: (words: string) => Promise<readonly Found[]>;
  readonly #update: () => void;
  #words = '';
  /** Undefined without a search. */
  #found: readonly Found[] | undefined;
  #failure = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `update` renders again. */
  constructor(search: (words: string) => Promise<readonly Found[]>, update: () => void) {
    this.#search = search;
    this.#update = update;
  }

  render({ label, row, choose }: LookupView<Found>): TemplateResult {
    const found = this.#found;
    const take = (chosen: Found) => {
      this.#clear();
      choose(chosen);
    };
    return html`<div class="lookup" @keydown=${this.#move}><label>${label} <input type="search" autocomplete="off" maxlength="200" .value=${this.#words} @input=${this.#type} /></label>
      ${found?.length ? html`<ul class="found">${found.map((each) => html`<li><button type="button" @click=${() => take(each)}>${row(each)}</button></li>`)}</ul>` : nothing}
      <p class="hint" role="status">${this.#failure || (found?.length === 0 ? text('nothingFound') : '')}</p></div>`;
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#words = '';
    this.#found = undefined;
    this.#failure = '';
  }

  #type = ({ target }: Event): void => {
    const words = (target as HTMLInputElement).value;
    this.#clear();
    this.#words = words;
    this.#update();
    if (words.trim()) this.#timer = setTimeout(() => void this.#run(words), TYPING_PAUSE_MS);
  };

  async #run(words: string): Promise<void> {
    const outcome = await this.#search(words.trim()).then(
      (found) => ({ found, failure: '' }),
      (error) => ({ found: undefined, failure: reasonOf(error) }),
    );
    // The person has typed on.
    if (this.#words !== words) return;
    this.#found = outcome.found;
    this.#failure = outcome.failure;
    this.#update();
  }

  /** Arrow keys lead from the field through what was found. Enter searches at once, and submits no form. */
  #move = (event: KeyboardEvent): void => {
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
    const stops = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, button')];
    stops[stops.indexOf(target as HTMLElement) + step]?.focus();
  };
}
