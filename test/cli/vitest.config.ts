/** Tests of every command of the command line, of packages and deployment files, and of ranking on whole collections. */
import { processTests } from '../support/process-tests.ts';

export default processTests(['test/{cli,packaging,datasets}/**/*.test.ts']);
