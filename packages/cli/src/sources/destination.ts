/** Destinations of a source: a search space of the data directory or of a remote server. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunCompletion, RunStart } from '@semantic-search/contract';
import { environmentVariable, loadSettings } from '@semantic-search/server/settings';
import { openSearchSpace } from '../connections/open-search-space.ts';
import { requestJson } from '../connections/request-json.ts';
import { type SpaceTarget, serverSpaceClient } from '../connections/server-space-client.ts';
import { type CrawlFiles, crawlFiles } from './crawl-files.ts';
import type { SourceRunOptions } from './source-options.ts';

export interface Destination {
  files: CrawlFiles;
  openTarget(create: boolean): Promise<SpaceTarget>;
  /** Called after everything was written, with the reason why nothing may be removed. */
  complete(obstacle: string | null): Promise<void>;
  close(): Promise<void>;
}

type DestinationOptions = Pick<SourceRunOptions, 'space' | 'server' | 'force'>;

export function openDestination(options: DestinationOptions, identity: string[]): Promise<Destination> {
  return options.server === undefined
    ? localDestination(options.space, identity)
    : remoteDestination({ ...options, server: options.server }, identity);
}

async function localDestination(space: string, identity: string[]): Promise<Destination> {
  const settings = loadSettings();
  const files = crawlFiles(settings.dataDirectory, space, identity);
  const unlock = await files.lock();
  return {
    files,
    openTarget: (create) => openSearchSpace(settings, space, create),
    complete: async () => undefined,
    close: unlock,
  };
}

/** Keeps no state between runs, so that pipelines need none: a synchronization run removes what is gone. */
async function remoteDestination(
  { space, server, force }: DestinationOptions & { server: string },
  identity: string[],
): Promise<Destination> {
  const token = environmentVariable('SEARCH_TOKEN');
  if (!token) throw new Error('--server requires a token with the scope spaces:write in SEARCH_TOKEN');
  const url = server.replace(/\/$/, '');
  const runs = `${url}/api/spaces/${encodeURIComponent(space)}/runs`;
  const headers = { Authorization: `Bearer ${token}` };
  const { id } = await requestJson<RunStart>(runs, { method: 'POST', headers });
  const directory = await mkdtemp(join(tmpdir(), 'semantic-search-'));
  const files = crawlFiles(directory, space, identity);
  const unlock = await files.lock();
  let isOpen = true;
  return {
    files,
    openTarget: async () => serverSpaceClient(url, token, space, id),
    async complete(obstacle) {
      if (obstacle !== null) return console.error(`${space}: removed nothing: ${obstacle}`);
      const path = `${runs}/${id}/complete?force=${force === true}`;
      const { removed } = await requestJson<RunCompletion>(path, { method: 'POST', headers });
      isOpen = false;
      console.log(`${space}: ${removed} documents removed that are not in the source`);
    },
    async close() {
      await unlock();
      await rm(directory, { recursive: true, force: true });
      if (isOpen) await fetch(`${runs}/${id}`, { method: 'DELETE', headers }).catch(() => undefined);
    },
  };
}
