/** Public events, typed for `addEventListener`, announcements, and tests of pointer events. */
import type { ApiError } from '@semantic-search/client';
import type {
  ConfigurationSettings,
  RetrievedDocument,
  SearchResponse,
  SelectedFacet,
} from '@semantic-search/contract';
import type { QueryState } from './store/query-state.ts';

export interface SemanticSearchEvents {
  /** The configuration has loaded. */
  'semantic-search-ready': { settings: ConfigurationSettings };
  /** A search request was sent. */
  'semantic-search-query': { question: QueryState };
  'semantic-search-results': { question: QueryState; response: SearchResponse };
  /** A document was selected; cancel the event to replace the configured title action. */
  'semantic-search-select': { document: RetrievedDocument; position: number };
  'semantic-search-facet-change': { selectedFacets: readonly SelectedFacet[] };
  /** A rule leads the committed search to another address; cancel the event to stay. */
  'semantic-search-redirect': { url: string };
  'semantic-search-error': { error: ApiError };
}

type Name = keyof SemanticSearchEvents;

/** Fires an event; false if a listener canceled it. Only `-select` and `-redirect` are cancelable. */
export function emit<Key extends Name>(from: Element, name: Key, detail: SemanticSearchEvents[Key]): boolean {
  const cancelable = name === 'semantic-search-select' || name === 'semantic-search-redirect';
  return from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

/** Announces `text` to screen readers through the live region of the page that contains `from`. */
export const announce = (from: Element, text: string): boolean =>
  from.dispatchEvent(new CustomEvent('announce', { detail: text, bubbles: true }));

/** Whether the click opens another tab or window. */
export const opensElsewhere = (event: MouseEvent): boolean =>
  event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

type EventMap = { [Key in Name]: CustomEvent<SemanticSearchEvents[Key]> };
declare global {
  interface HTMLElementEventMap extends EventMap {}
  interface DocumentEventMap extends EventMap {}
  interface WindowEventMap extends EventMap {}
}

let pressed: EventTarget | null = null;

/** Listener for `pointerdown` on the dialog. */
export const trackPointerdown = ({ target }: Event): void => {
  pressed = target;
};

/** Listener for `click` on the dialog. */
export const isBackdropClick = ({ target, currentTarget }: Event): boolean =>
  target === currentTarget && pressed === target;
