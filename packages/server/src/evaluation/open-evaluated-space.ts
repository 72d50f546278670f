/** Opens a search space for an evaluation: a copy of an embedded space, or the remote backend. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copySpace, openSpace, type SearchSpace } from '@semantic-search/engine';
import { listSpaces } from '../backup/list-spaces.ts';
import { makeTemporaryFolder } from '../backup/temporary-folders.ts';
import { openRemoteBackends } from '../open-backends.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { EvaluatedSpace } from './evaluate.ts';

type OpenSettings = Pick<ServerSettings, 'dataDirectory' | 'remoteSpaces' | 'timeoutMs'>;

/** Runs `work` on the space and closes it. A running server does not notice. */
export async function withEvaluatedSpace<Result>(
  settings: OpenSettings,
  name: string,
  work: (space: EvaluatedSpace) => Promise<Result>,
): Promise<Result> {
  if (settings.remoteSpaces.some((each) => each.name === name)) return withRemoteSpace(settings, name, work);
  const names = await listSpaces(join(settings.dataDirectory, 'spaces'));
  if (names.includes(name)) return withCopy(settings.dataDirectory, name, work);
  const available = [...names, ...settings.remoteSpaces.map((each) => each.name)].sort();
  throw new Error(`Search space "${name}" not found; available: ${available.join(', ') || 'none'}`);
}

/** Copies the space, because the server that has it open holds its lock. Opening the copy builds its index. */
async function withCopy<Result>(
  dataDirectory: string,
  name: string,
  work: (space: EvaluatedSpace) => Promise<Result>,
): Promise<Result> {
  const folder = await makeTemporaryFolder(dataDirectory, '.evaluation-');
  try {
    const copy = join(folder, name);
    await copySpace(join(dataDirectory, 'spaces', name), copy);
    const space = await openSpace(copy);
    try {
      return await work({ space, hasDocument: async (id) => (await space.stored(id)) !== undefined });
    } finally {
      await space.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withRemoteSpace<Result>(
  { remoteSpaces, timeoutMs }: OpenSettings,
  name: string,
  work: (space: EvaluatedSpace) => Promise<Result>,
): Promise<Result> {
  const remote = remoteSpaces.filter((each) => each.name === name);
  const backend = (await openRemoteBackends({ remoteSpaces: remote, timeoutMs })).get(name)!;
  try {
    const space: SearchSpace | undefined = await backend.space(name);
    if (!space) throw new Error(`Search space "${name}" not found in its backend`);
    const originals = (await backend.content(name, false))?.originals;
    return await work({
      space,
      hasDocument: originals ? async (id) => (await originals.stored(id)) !== undefined : null,
    });
  } finally {
    await backend.close();
  }
}
