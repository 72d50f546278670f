/** Search spaces in an OpenSearch cluster. */
export { type OpensearchOptions, opensearchBackend } from './backend.ts';
