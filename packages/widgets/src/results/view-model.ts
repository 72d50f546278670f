/** View model of the results: store, settings, texts and the actions of the visitor. */
import type { ConfigurationSettings, RetrievedDocument } from '@semantic-search/contract';
import type { LazyComponents } from '../lazy-components.ts';
import type { Locale } from '../locale/locale.ts';
import type { SelectedValue } from '../store/facet-values.ts';
import type { QueryState } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';

/** What the actions share or export: the result list, or the document in the detail view. */
export type ActionsPlace = 'list' | 'document';

export interface ResultsView {
  store: SearchStore;
  settings: ConfigurationSettings;
  locale: Locale;
  /** Level of the results heading; titles are one level below. */
  headingLevel: number;
  /** Parts of the page whose code loads lazily. */
  components: LazyComponents;
  /** Sharing and exporting; undefined with `no-actions`. */
  actions: { open: ActionsPlace | undefined; toggle(place: ActionsPlace): void } | undefined;
  /** Results are rendered from the owner's template into slots named after their position. */
  isTemplated: boolean;
  /** IDs of the documents whose similar documents are expanded. */
  expandedSimilar: ReadonlySet<string>;
  /** Changes members of the query and searches. */
  change(part: Partial<QueryState>): void;
  /** Adds or removes the filter for a value. */
  toggleFilter(value: SelectedValue): void;
  /** Opens the document at the 0-based `position` of the results. */
  choose(event: Event, document: RetrievedDocument, position: number): void;
  toggleSimilar(id: string): void;
  /** Shows the results from offset `start`. */
  goTo(start: number): void;
  /** URL of a document's detail view, to open in another tab; undefined if URL sync is disabled. */
  detailUrl(id: string): string | undefined;
  /** URL of the results from offset `start`; undefined if URL sync is disabled. */
  pageUrl(start: number): string | undefined;
}
