/** Long computations on the thread that serves requests. */
export {
  type CooperativeTask,
  readInSlices,
  runInSlices,
  runToCompletion,
} from './cooperative-scheduling.ts';
