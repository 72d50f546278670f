/** Content of search spaces, for the command line. */
export { openEmbeddedBackend } from '../backends/embedded.ts';
export { openRemoteBackends } from '../open-backends.ts';
