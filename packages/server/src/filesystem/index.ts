/** Files of the data directory, for the command line. */
export { makeDataDirectory, requireDataDirectory } from './data-directory.ts';
export { taskQueue } from './durable-document.ts';
export { durableFile, nullIfNotFound, replaceFile } from './durable-file.ts';
export { withFileError } from './file-error.ts';
export { makeFolder } from './file-ownership.ts';
export { acquireLock, LockedError, lockDirectory, type Unlock } from './lock.ts';
export { type Address, publishedAddress } from './server-address-file.ts';
