/** Worker threads for computations of unbounded duration. */
export { type DeadlineWorker, deadlineWorker } from './deadline-worker.ts';
