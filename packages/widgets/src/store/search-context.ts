/** Connection of elements to a search: context, all searches of the page, interface of their element. */
import { createContext } from '@lit/context';
import type { LitElement } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from './search-store.ts';

export interface SearchContext {
  store: SearchStore | undefined;
  locale: Locale;
  theme: string | null;
  /** Registers a panel that replaces the built-in filters; returns a function that removes it. */
  addPanel(panel: Element): () => void;
}

/** Its key is a string, so that elements of two copies of the script find each other. */
export const searchContext = createContext<SearchContext>('semantic-search');

/** The searches in the page, including searches in shadow roots. */
export const searches = new Set<Element>();

/** The part of `<semantic-search>` that its controllers and lazy components use. */
export interface SearchHost extends LitElement {
  readonly store: SearchStore | undefined;
  readonly locale: Locale;
  readonly mode: 'dialog' | null;
  readonly theme: string | null;
  readonly headingLevel: number;
  /** Whether a panel of the page replaces the built-in filters. */
  readonly hasPanels: boolean;
  readonly urlKey: string | null;
  readonly noUrl: boolean;
  readonly noShortcut: boolean;
  readonly noActions: boolean;
  readonly noRecent: boolean;
  readonly voice: boolean;
  /** Resolves when the first response or an error is rendered. */
  readonly ready: Promise<void>;
  open(): void;
  close(): void;
}
