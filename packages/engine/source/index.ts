/** The embedded engine's public face: open a space, write to it, ask it. */
export * from './questions.ts';
export { parseRange } from './query/ranges.ts';
