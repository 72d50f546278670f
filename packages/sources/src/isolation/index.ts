/** Limits of time and memory for foreign input. */
export { type IsolatedProcess, isolatedProcess, LimitError, type ProcessLimits } from './isolated-process.ts';
