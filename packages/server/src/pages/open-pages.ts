/** Loads the built pages and creates their middleware. */
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OpenPages } from '../server.ts';
import { documentation } from './documentation.ts';
import { ownPages } from './own-pages.ts';
import { pageToken } from './page-token.ts';
import { readFiles, type StaticFile } from './static-files.ts';

export const openPages: OpenPages = async ({ publicUrl, demoDirectory }, sources) => {
  const { configurations, version } = sources;
  const origin = publicUrl?.origin ?? null;
  const [widgets, studio, demo] = await Promise.all([
    filesIn(builtFolder('@semantic-search/widgets')),
    filesIn(builtFolder('@semantic-search/studio')),
    demoDirectory === null ? nothing : filesIn(join(demoDirectory, 'pages')),
  ]);
  return [
    await documentation(origin ?? '/', version),
    ...ownPages({ origin, configurations, token: pageToken(sources), widgets, studio, demo }),
  ];
};

const nothing: ReadonlyMap<string, StaticFile> = new Map();

function builtFolder(packageName: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), 'dist');
}

/** Empty before the first build; the API works without pages. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const found = await stat(folder).catch(() => null);
  return found?.isDirectory() ? readFiles(folder) : nothing;
}
