/** Long computations on the thread that serves requests, and concurrent calls. */
export {
  type CooperativeTask,
  readInSlices,
  runInSlices,
  runToCompletion,
} from './cooperative-scheduling.ts';
export { mapWithConcurrency } from './map-with-concurrency.ts';
