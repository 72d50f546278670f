/** Entry point for bundlers: importing it defines the elements. */
export type { ApiError, Connection } from '@semantic-search/client';
export type { SemanticSearchEvents } from './events.ts';
export { FacetPanel } from './facet-panel.ts';
export { SemanticSearch } from './semantic-search.ts';
export { SimilarDocs } from './similar-docs.ts';
export type { QueryState } from './store/query-state.ts';
