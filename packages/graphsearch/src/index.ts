/** Search spaces at a remote GraphSearch-style service. */
export { type GraphsearchOptions, graphsearchBackend } from './backend.ts';
export type { Credentials } from './connection/credentials.ts';
