/** Events of the elements: public ones with their types, and announcements for screen readers. */
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
  /** The search response has arrived. */
  'semantic-search-results': { question: QueryState; response: SearchResponse };
  /** A document was selected; cancel the event to replace the configured action. `position` begins with 0. */
  'semantic-search-select': { document: RetrievedDocument; position: number };
  /** The selected facet values have changed. */
  'semantic-search-facet-change': { selectedFacets: readonly SelectedFacet[] };
  /** A rule leads the submitted search to another address; cancel the event to stay. */
  'semantic-search-redirect': { url: string };
  /** A request failed, or the element could not be loaded. */
  'semantic-search-error': { error: ApiError };
}

type EventName = keyof SemanticSearchEvents;
type Detail<Name extends EventName> = SemanticSearchEvents[Name];

/** Fires an event; false if a listener canceled it. Only `-select` and `-redirect` are cancelable. */
export function emit<Name extends EventName>(from: Element, name: Name, detail: Detail<Name>): boolean {
  const cancelable = name === 'semantic-search-select' || name === 'semantic-search-redirect';
  return from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

/** Announces `text` to screen readers through the live region of the page that contains `from`. */
export const announce = (from: Element, text: string): boolean =>
  from.dispatchEvent(new CustomEvent('announce', { detail: text, bubbles: true }));

type EventMap = { [Name in EventName]: CustomEvent<Detail<Name>> };
declare global {
  interface HTMLElementEventMap extends EventMap {}
  interface DocumentEventMap extends EventMap {}
  interface WindowEventMap extends EventMap {}
}
