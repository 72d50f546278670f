/** Suggestion list state: items, open state and active option. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from '../store/search-store.ts';
import { ConceptFinder } from './concept-finder.ts';
import { recentSuggestions, type Suggestion, suggestionsFor } from './suggestions.ts';

interface Box extends ReactiveControllerHost {
  readonly session: SearchStore | undefined;
  readonly locale: Locale;
  readonly text: string;
  readonly forgetful: boolean;
}

export class SuggestionList implements ReactiveController {
  /** Those on screen. */
  shown: Suggestion[] = [];
  /** What the arrow keys are on; undefined for the input itself. It stays chosen when others come before it. */
  #chosen: string | undefined;
  readonly #box: Box;
  readonly #finder: ConceptFinder;
  #isOpen = false;

  constructor(box: Box) {
    this.#box = box;
    this.#finder = new ConceptFinder(box);
    box.addController(this);
  }

  /** Before each rendering of the box. */
  hostUpdate(): void {
    this.shown = this.#found();
  }

  #found(): Suggestion[] {
    const { session, text, forgetful } = this.#box;
    if (!this.#isOpen || !session) return [];
    if (text.trim()) return suggestionsFor(this.#finder.concepts, session, text.trim());
    return forgetful ? [] : recentSuggestions(session.configuration);
  }

  get chosen(): Suggestion | undefined {
    return this.shown[this.active];
  }

  /** Index of the row that the arrow keys are on; −1 for the input itself. */
  get active(): number {
    return this.#chosen === undefined ? -1 : this.shown.findIndex((row) => keyOf(row) === this.#chosen);
  }

  set active(index: number) {
    const row = this.shown[index];
    this.#chosen = row && keyOf(row);
  }

  open = (): void => this.#turn(true);

  close = (): void => this.#turn(false);

  /** One stop more than there are rows: the input itself, with nothing chosen. A closed list opens. */
  walk(step: 1 | -1): void {
    const { length } = this.shown;
    if (length) this.active = ((this.active + 1 + step + length + 1) % (length + 1)) - 1;
    this.#turn(true);
  }

  /** Finds the concepts that the words in the box may mean. */
  find(): void {
    const { session, text, locale } = this.#box;
    void this.#finder.find(session, text.trim(), locale.tag);
  }

  forget(): void {
    this.#finder.clear();
  }

  #turn(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) this.#chosen = undefined;
    this.#box.requestUpdate();
  }
}

const keyOf = (row: Suggestion): string =>
  row.kind +
  (row.kind === 'recent' ? row.input : row.kind === 'concept' ? row.concept.value : row.document.id);
