/** Opens a search space for an evaluation: a copy of an embedded space, or the remote backend. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copySpace, type RankingSettings } from '@semantic-search/engine';
import { completeRanking, openSpace, readRanking } from '@semantic-search/engine/building-blocks';
import { openRemoteBackends } from '@semantic-search/server/content';
import type { RemoteSpace } from '@semantic-search/server/settings';
import { listRanking } from '@semantic-search/server/settings';
import type { EvaluatedSpace } from './evaluate.ts';
import { findRemoteSpace, type SpaceLocations } from './find-space.ts';

interface OpenOptions extends SpaceLocations {
  timeoutMs: number;
  /** Settings to try; they replace those of the space. */
  ranking: RankingSettings;
}

/** Runs `work` on the space and closes it. A running server does not notice. */
export async function withEvaluatedSpace<Result>(
  name: string,
  options: OpenOptions,
  work: (space: EvaluatedSpace) => Promise<Result>,
): Promise<Result> {
  const remote = await findRemoteSpace(name, options);
  return remote ? withRemoteSpace(remote, options, work) : withCopy(name, options, work);
}

/** Copies the space, because the server that has it open holds its lock. Opening the copy builds its index. */
async function withCopy<Result>(
  name: string,
  { dataDirectory, ranking }: OpenOptions,
  work: (space: EvaluatedSpace) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(dataDirectory, '.evaluation-'));
  try {
    const copy = join(folder, name);
    await copySpace(join(dataDirectory, 'spaces', name), copy);
    const space = await openSpace(copy, { ranking });
    try {
      const hasDocument = async (id: string) => (await space.stored(id)) !== undefined;
      return await work({ space, hasDocument, ranking: completeRanking(readRanking(copy), ranking) });
    } finally {
      await space.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withRemoteSpace<Result>(
  remote: RemoteSpace,
  { timeoutMs, ranking }: OpenOptions,
  work: (space: EvaluatedSpace) => Promise<Result>,
): Promise<Result> {
  const { name } = remote;
  const tuned = withRanking(remote, ranking);
  const backend = (await openRemoteBackends({ remoteSpaces: [tuned], timeoutMs })).get(name)!;
  try {
    const space = await backend.space(name);
    if (!space) throw new Error(`Search space "${name}" not found in its backend`);
    const originals = (await backend.content(name, false))?.originals;
    const hasDocument = originals && (async (id: string) => (await originals.stored(id)) !== undefined);
    return await work({ space, hasDocument: hasDocument ?? null, ranking: rankingOfRemote(tuned) });
  } finally {
    await backend.close();
  }
}

/** Throws for settings that the backend cannot change for a single query. */
function withRanking(remote: RemoteSpace, ranking: RankingSettings): RemoteSpace {
  const { threshold, ...indexTimeSettings } = ranking;
  const unsupported = listRanking(remote.backend === 'opensearch' ? indexTimeSettings : ranking).map(
    ([name]) => name,
  );
  if (unsupported.length > 0) {
    throw new Error(
      `The ${remote.backend} backend of search space "${remote.name}" cannot try settings without indexing again: ${unsupported.join(', ')}`,
    );
  }
  if (remote.backend !== 'opensearch' || !threshold) return remote;
  return {
    ...remote,
    ranking: { ...remote.ranking, threshold: { ...remote.ranking?.threshold, ...threshold } },
  };
}

/** The index of a cluster may have other values of `k1` and `b` than BACKENDS_FILE. */
function rankingOfRemote(remote: RemoteSpace): RankingSettings | null {
  if (remote.backend !== 'opensearch') return null;
  return { threshold: completeRanking(remote.ranking ?? {}).threshold };
}
