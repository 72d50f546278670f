/** End-to-end tests of the service: over HTTP and in a real browser; documents. */
import { processTests } from './support/process-tests.ts';

/** Tests of the code, of commands, and those that need more than Node and npm, have their own configurations. */
const others = ['architecture', 'cli', 'packaging', 'datasets', 'backends', 'examples'].map(
  (folder) => `test/${folder}/**`,
);

export default processTests(['test/**/*.test.ts'], others);
