/** Suggestion list state: items, open state and active option. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from '../store/search-store.ts';
import { ConceptFinder } from './concept-finder.ts';
import { recentSuggestions, type Suggestion, suggestionsFor } from './suggestion-listbox.ts';

interface Box extends ReactiveControllerHost {
  readonly store: SearchStore | undefined;
  readonly locale: Locale;
  readonly text: string;
  readonly noRecent: boolean;
  readonly popular: Suggestion[] | undefined;
}

export class SuggestionState implements ReactiveController {
  /** The suggestions on screen. */
  shown: Suggestion[] = [];
  /** Key of the active suggestion, so that it stays active when others are inserted; undefined for the input itself. */
  #activeKey: string | undefined;
  readonly #box: Box;
  readonly #finder: ConceptFinder;
  #isOpen = false;

  constructor(box: Box) {
    this.#box = box;
    this.#finder = new ConceptFinder(box);
    box.addController(this);
  }

  hostUpdate(): void {
    this.shown = this.#suggestions();
  }

  #suggestions(): Suggestion[] {
    const { store, text, noRecent, popular = [] } = this.#box;
    if (!this.#isOpen || !store) return [];
    if (text.trim()) return suggestionsFor(this.#finder.concepts, store, text.trim());
    const recent = noRecent ? [] : recentSuggestions(store.configuration);
    return recent[0] ? recent : popular;
  }

  get activeSuggestion(): Suggestion | undefined {
    return this.shown[this.active];
  }

  /** Index of the active suggestion (`aria-activedescendant`); −1 for the input itself. */
  get active(): number {
    return this.#activeKey === undefined ? -1 : this.shown.findIndex((row) => keyOf(row) === this.#activeKey);
  }

  set active(index: number) {
    const row = this.shown[index];
    this.#activeKey = row && keyOf(row);
  }

  open = (): void => this.#setOpen(true);

  close = (): void => this.#setOpen(false);

  /** Moves the active row and opens the list; between the last row and the first, the input itself is active. */
  moveActive(step: 1 | -1): void {
    const { length } = this.shown;
    if (length) this.active = ((this.active + 1 + step + length + 1) % (length + 1)) - 1;
    this.#setOpen(true);
  }

  /** Requests concept suggestions for the text of the box. */
  findConcepts(): void {
    const { store, text, locale } = this.#box;
    void this.#finder.find(store, text.trim(), locale.tag);
  }

  clear(): void {
    this.#finder.clear();
  }

  #setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) this.#activeKey = undefined;
    this.#box.requestUpdate();
  }
}

const keyOf = (row: Suggestion): string =>
  row.kind +
  (row.kind === 'recent' ? row.input : row.kind === 'concept' ? row.concept.value : row.document.id);
