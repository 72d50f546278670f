/** Files of the data directory, for the command line. */
export { makeDataDirectory, requireDataDirectory } from './data-directory.ts';
export { lockDirectory } from './directory-lock.ts';
export { durableFile, nullIfNotFound, replaceFile } from './durable-file.ts';
export { withFileError } from './file-error.ts';
export { makeFolder } from './file-ownership.ts';
export { acquireLock, LockedError, type Unlock } from './lock.ts';
export { quarantine } from './quarantine.ts';
export { publishedAddress } from './server-address-file.ts';
