/** Documents from websites. */
export * from './html/index.ts';
export * from './source.ts';
