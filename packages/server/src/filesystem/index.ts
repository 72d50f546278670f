/** Files of the data directory, for the command line. */
export { makeDataDirectory, requireDataDirectory } from './data-directory.ts';
export { makeFolder } from './file-ownership.ts';
export { LockedError, lockDirectory } from './lock.ts';
export { type Address, publishedAddress } from './server-address-file.ts';
