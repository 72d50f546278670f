/** Small helpers without a domain. */

export { insertSorted, lowerBound } from './binary-search.ts';
export { bitCount } from './bit-count.ts';
export {
  type CooperativeTask,
  readInSlices,
  runInSlices,
  runToCompletion,
} from './cooperative-scheduling.ts';
export { errorMessage } from './error-message.ts';
export { getOrInsert, getOrInsertLatest } from './get-or-insert.ts';
