/** The typed client of the semantic search API: one function per operation, over `fetch`. */

export type { SuggestionParameters } from '@semantic-search/contract';
export { ApiError, type ApiErrorCode, type ApiResponse } from './api-error.ts';
export type * from './configuration-body.ts';
export * from './configurations.ts';
export * from './content.ts';
export * from './documents.ts';
export * from './insight.ts';
export { type Connection, type RequestOptions, request, type WriteOptions } from './request.ts';
export * from './search.ts';
export * from './service.ts';
export * from './shorthands.ts';
export * from './spaces.ts';
export * from './tokens.ts';
export * from './upload.ts';
