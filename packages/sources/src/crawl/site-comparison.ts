/** Comparison of the pages of a run: documents wait until enough of them show what the site repeats. */
import { documentItem, skippedItem } from '../items.ts';
import type { AddressState, Document, Item, SourceState } from '../source.ts';
import { pageState } from './page-state.ts';
import { learnSite, ownDocument, type SiteModel } from './site-model.ts';
import type { VisitedPage } from './visit.ts';

/** A page to index, before it is compared with the others. */
export interface PageItem {
  page: VisitedPage;
  state: AddressState;
  /** State of the last run. */
  known: AddressState | undefined;
}

/** Pages from which a model is learned, and the characters of their texts, which are in memory. */
const SAMPLE_PAGES = 200;
const MAX_SAMPLE_LENGTH = 20_000_000;
/** With addresses that have no page. */
const MAX_HELD_ITEMS = 5000;
/** Shorter pages are not all-in-one copies, as for printing. Those wait for the end of the run. */
const MIN_COLLECTION_LENGTH = 20_000;
const MAX_COLLECTIONS = 50;
/** Of the text of an all-in-one copy. */
const MIN_REPEATED_SHARE = 0.6;
const MIN_REPEATED_PAGES = 3;
const MIN_MARK_LENGTH = 60;
const MAX_MARKS = 100_000;

export class SiteComparison {
  #model: SiteModel | undefined;
  #isModelKept = false;
  /** In order, with the items between the pages, so that an interrupted run goes on where it was. */
  #held: (Item | PageItem)[] = [];
  #heldPages = 0;
  #heldLength = 0;
  readonly #collections: PageItem[] = [];
  /** Lengths of the pages by their longest line. */
  readonly #marks = new Map<string, number>();

  /** A full run learns the site again. */
  constructor({ previous, current }: SourceState, isFull: boolean) {
    this.#model = modelIn(current) ?? (isFull ? undefined : modelIn(previous));
  }

  *add(items: Iterable<Item | PageItem>): Iterable<Item> {
    for (const item of items) {
      if ('page' in item && this.#setAside(item)) continue;
      if (this.#model) yield this.#decided(item);
      else yield* this.#hold(item);
    }
  }

  /** The items that wait; also after a run that has reached a limit. */
  *finish(): Iterable<Item> {
    yield* this.#release();
    for (const each of this.#collections.splice(0))
      yield this.#repeatsOthers(each.page.document) ? repeated(each) : this.#decided(each);
  }

  /** Whether the page waits for the end of the run, because it may be an all-in-one copy. */
  #setAside(item: PageItem): boolean {
    const { text } = item.page.document;
    const mark = longestLine(text);
    if (mark.length >= MIN_MARK_LENGTH && this.#marks.size < MAX_MARKS) this.#marks.set(mark, text.length);
    const isLong = text.length >= MIN_COLLECTION_LENGTH && this.#collections.length < MAX_COLLECTIONS;
    if (isLong) this.#collections.push(item);
    return isLong;
  }

  *#hold(item: Item | PageItem): Iterable<Item> {
    this.#held.push(item);
    if ('page' in item) {
      this.#heldPages += 1;
      this.#heldLength += item.page.document.text.length;
    }
    const isEnough = this.#heldPages >= SAMPLE_PAGES || this.#heldLength >= MAX_SAMPLE_LENGTH;
    if (isEnough || this.#held.length >= MAX_HELD_ITEMS) yield* this.#release();
  }

  *#release(): Iterable<Item> {
    const pages = [...this.#held, ...this.#collections].filter((item) => 'page' in item);
    this.#model ??= learnSite(pages.map(({ page }) => page));
    for (const item of this.#held.splice(0)) yield this.#decided(item);
  }

  #decided(item: Item | PageItem): Item {
    if (!('page' in item)) return this.#withModel(item);
    const { page, state, known } = item;
    const { item: result, state: indexed } = documentItem(ownDocument(page, this.#model!), known);
    return this.#withModel({ item: result, state: { ...state, ...indexed } });
  }

  /** One page keeps the model for the next run. */
  #withModel({ item, state: { site: _, ...state } }: Item): Item {
    const keeps = !this.#isModelKept && this.#model !== undefined && state.indexed === true;
    this.#isModelKept ||= keeps;
    return { item, state: keeps ? { ...state, site: this.#model } : state };
  }

  /** Whether the text consists of other pages, as a manual on one page does. */
  #repeatsOthers({ text }: Document): boolean {
    const own = longestLine(text);
    const lines = new Set(text.split('\n'));
    const lengths = [...lines].filter((line) => line !== own).map((line) => this.#marks.get(line) ?? 0);
    const pages = lengths.filter((length) => length > 0 && length < text.length);
    const sum = pages.reduce((total, length) => total + length, 0);
    return pages.length >= MIN_REPEATED_PAGES && sum >= text.length * MIN_REPEATED_SHARE;
  }
}

function repeated({ page, state, known }: PageItem): Item {
  const outcome = known?.indexed ? 'removed' : 'skipped';
  return skippedItem(page.document.id, outcome, 'repeats other pages', { ...state, indexed: false });
}

function modelIn(states: ReadonlyMap<string, AddressState>): SiteModel | undefined {
  for (const state of states.values()) {
    const { site } = pageState(state);
    if (site) return site;
  }
  return undefined;
}

function longestLine(text: string): string {
  let longest = '';
  for (const line of text.split('\n')) if (line.length > longest.length) longest = line;
  return longest;
}
