/** Tests of commands, packages, deployment files, ranking on whole collections, and regular expressions. */
import { processTests, SLOW_ANALYSIS } from '../support/process-tests.ts';

export default processTests(['test/{cli,packaging,datasets}/**/*.test.ts', SLOW_ANALYSIS]);
