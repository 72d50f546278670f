/** Content of search spaces, for the command line. */
export type { SpaceContent, ThesaurusWriter, Trainer } from '../backends/backend.ts';
export { openEmbeddedBackend } from '../backends/embedded.ts';
export { openBackend, openRemoteBackends } from '../open-backends.ts';
export { buildCategories, type CategoryReport } from './categories.ts';
export { deleteSpace } from './delete-space.ts';
export { firstThesaurus } from './first-thesaurus.ts';
export { documentInput, htmlConverter } from './html-documents.ts';
export { ingest } from './ingestion.ts';
