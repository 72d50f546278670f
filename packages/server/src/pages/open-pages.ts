/** Built pages of the server: their files, loaded at the start, and their routes. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type Router from '@koa/router';
import type { Logger } from 'pino';
import type { ConfigurationStore } from '../configurations/store.ts';
import { packageFolder, serverVersion } from '../package-folder.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { documentation } from './documentation.ts';
import { manual } from './manual.ts';
import { ownPages } from './own-pages.ts';
import type { PageToken } from './page-token.ts';
import { readFiles, type StaticFiles } from './static-files.ts';
import { keepBuilds } from './widget-builds.ts';
import { widgetRoutes } from './widget-routes.ts';

/** Dependencies of the server's own pages. */
interface PageServices {
  configurations: ConfigurationStore;
  pageToken: PageToken;
  log: Logger;
}

export type OpenPages = (settings: ServerSettings, services: PageServices) => Promise<Router[]>;

export const openPages: OpenPages = async ({ publicUrl, demoDirectory, dataDirectory, signIn }, services) => {
  const { configurations, pageToken, log } = services;
  const origin = publicUrl?.origin ?? null;
  const [widgets, studio, demo, manualPages] = await Promise.all([
    builtWidgets(),
    filesIn(builtFolder('@semantic-search/studio')),
    demoDirectory === null ? noFiles : filesIn(join(demoDirectory, 'pages')),
    filesIn(manualFolder),
  ]);
  // A failure is not fatal: without previous builds, only pages that pin a previous build break.
  const previousWidgets = await keepBuilds(join(dataDirectory, 'widgets'), widgets).catch((error) => {
    log.warn({ error }, 'Previous builds of the widgets cannot be kept');
    return [];
  });
  const provider = signIn ? new URL(signIn.issuer).host : '';
  const parts = { configurations, pageToken, provider, studio, demo, manual: manualPages };
  return [
    documentation(origin, serverVersion, studio),
    manual(parts),
    ownPages(parts),
    widgetRoutes({ origin, widgets, previousWidgets }),
  ];
};

/** The built documentation site: in the repository, or its copy in the package, which has compiled code. */
const manualFolder = resolve(
  import.meta.dirname,
  extname(import.meta.filename) === '.ts' ? '../../../../docs/dist' : '../../manual',
);

export const isManualBuilt = (): boolean => existsSync(manualFolder);

const noFiles: StaticFiles = new Map();

/** The built widgets by their path; empty before the first build. */
export const builtWidgets = (): Promise<StaticFiles> => filesIn(builtFolder('@semantic-search/widgets'));

const builtFolder = (packageName: string): string => join(packageFolder(packageName), 'dist');

/** Empty before the first build; the API works without pages. */
async function filesIn(folder: string): Promise<StaticFiles> {
  const stats = await stat(folder).catch(() => null);
  return stats?.isDirectory() ? readFiles(folder) : noFiles;
}
