/** The contract: schemas, operations and defaults. Browsers import only types and `defaultSettings`. */
export * from './agent-tools.ts';
export * from './configuration.ts';
export * from './defaults.ts';
export * from './embed-snippet.ts';
export * from './limits.ts';
export { openApi } from './openapi.ts';
export * from './operations.ts';
export * from './parameters.ts';
export * from './problem.ts';
export * from './problem-help.ts';
export * from './ranking.ts';
export * from './scopes.ts';
export * from './search.ts';
export * from './service.ts';
export * from './settings.ts';
export * from './spaces.ts';
export * from './tokens.ts';
