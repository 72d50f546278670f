/** End-to-end tests of the service: over HTTP and in a real browser; documents and the structure of the code. */
import { processTests, SLOW_ANALYSIS } from './support/process-tests.ts';

/** Tests of commands, and those that need more than Node and npm, have their own configurations. */
const others = ['cli', 'packaging', 'datasets', 'backends', 'examples'].map((folder) => `test/${folder}/**`);

export default processTests(['test/**/*.test.ts'], [...others, SLOW_ANALYSIS]);
