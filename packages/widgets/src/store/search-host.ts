/** Interface of `<semantic-search>` for its controllers and lazy parts. */
import type { LitElement } from 'lit';
import type { Locale } from '../locale/locale.ts';
import type { SearchStore } from './search-store.ts';

export interface SearchHost extends LitElement {
  readonly ready: Promise<void>;
  readonly store: SearchStore | undefined;
  readonly locale: Locale;
  readonly mode: 'dialog' | null;
  readonly headingLevel: number;
  readonly urlKey: string | null;
  readonly noUrl: boolean;
  readonly noShortcut: boolean;
  readonly noActions: boolean;
  open(): void;
  close(): void;
}
