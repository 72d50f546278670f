/** Documents from websites, feeds and repositories. */
export * from './crawl/index.ts';
export * from './feed/index.ts';
export * from './html/index.ts';
export * from './oai/index.ts';
export * from './source.ts';
export * from './synonyms/index.ts';
