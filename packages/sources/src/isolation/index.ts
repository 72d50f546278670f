/** Limits of time and memory for foreign input. */
export {
  type IsolatedProcess,
  isolatedProcess,
  LimitError,
  namedLimit,
  type ProcessLimits,
} from './isolated-process.ts';
