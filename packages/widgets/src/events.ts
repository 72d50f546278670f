/** Public events: bubbling, composed, typed for `addEventListener`. */
import type { ApiError } from '@semantic-search/client';
import type {
  ConfigurationSettings,
  RetrievedDocument,
  SearchResponse,
  SelectedFacet,
} from '@semantic-search/contract';
import type { QueryState } from './store/query-state.ts';

export interface SemanticSearchEvents {
  /** The configuration has arrived and the element can be used. */
  'semantic-search-ready': { settings: ConfigurationSettings };
  /** A query is on its way. */
  'semantic-search-query': { question: QueryState };
  'semantic-search-results': { question: QueryState; response: SearchResponse };
  /** A document was chosen; cancel it to do something else than the configured title action. */
  'semantic-search-select': { document: RetrievedDocument; position: number };
  'semantic-search-facet-change': { selectedFacets: readonly SelectedFacet[] };
  'semantic-search-error': { error: ApiError };
}

type Name = keyof SemanticSearchEvents;

/** Sends an event; false when a listener cancelled it. Only `-select` can be cancelled. */
export function emit<Key extends Name>(from: Element, name: Key, detail: SemanticSearchEvents[Key]): boolean {
  const cancelable = name === 'semantic-search-select';
  return from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

/** Has `text` read to those who listen to the page instead of seeing it, by the announcer of the page around `from`. */
export const announce = (from: Element, text: string): boolean =>
  from.dispatchEvent(new CustomEvent('say', { detail: text, bubbles: true }));

/** Another tab or window is the visitor's own wish. */
export const opensElsewhere = (event: MouseEvent): boolean =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/** Defines an element once, also where two copies of this module meet on one page. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}

type EventMap = { [Key in Name]: CustomEvent<SemanticSearchEvents[Key]> };
declare global {
  interface HTMLElementEventMap extends EventMap {}
  interface DocumentEventMap extends EventMap {}
  interface WindowEventMap extends EventMap {}
}
