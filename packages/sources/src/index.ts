/** Documents from websites. */
export * from './crawl/index.ts';
export * from './html/index.ts';
export * from './source.ts';
