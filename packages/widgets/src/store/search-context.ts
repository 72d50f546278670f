/** Context of a search: what `<semantic-search>` provides to the elements that show its parts. */
import { createContext } from '@lit/context';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from './search-store.ts';

export interface SearchContext {
  store: SearchStore | undefined;
  locale: Locale;
  theme: string | null;
  /** Registers a panel that replaces the built-in filters; returns a function that removes it. */
  addPanel(panel: Element): () => void;
}

/** The key is a string, so that elements of two copies of the script find each other. */
export const searchContext = createContext<SearchContext>('semantic-search');

/** The searches in the page, also those in shadow roots. */
export const searches = new Set<Element>();
