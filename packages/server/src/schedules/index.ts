/** Scheduled sources, for the command line. */
export * from './scheduled-source.ts';
export * from './source-files.ts';
export type * from './source-runner.ts';
