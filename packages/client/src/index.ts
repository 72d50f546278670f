/** The typed client of the semantic search API: one function per operation, over `fetch`. */

export type { SuggestionParameters } from '@semantic-search/contract';
export { ApiError } from './api-error.ts';
export * from './configurations.ts';
export * from './content.ts';
export * from './documents.ts';
export type { Connection, RequestOptions, WriteOptions } from './request.ts';
export * from './search.ts';
export * from './tokens.ts';
export * from './upload.ts';
