/** Routes of search spaces: list, deletion and training, and the routes of their content. */
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { LocalBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { operationRoutes } from '../auth/operation-routes.ts';
import { requireAccess } from '../auth/permission.ts';
import { type Execute, internalCall, queries } from '../backends/space-queries.ts';
import { uploadLimit } from '../http/requests/concurrent-uploads.ts';
import { describeSource, publicText } from '../schedules/describe-source.ts';
import type { SpaceSchedules } from '../schedules/source-files.ts';
import { conceptOperations } from './concept-routes.ts';
import { documentOperations } from './document-routes.ts';
import { type RankingDependencies, rankingOperations } from './ranking-routes.ts';
import { contentOf, notAllowed, supported, unknownSpace } from './requested-space.ts';
import { runOperations } from './run-routes.ts';
import { rejectUnreadable, thesaurusOperations } from './thesaurus-routes.ts';

/** Maximum wait for the description of one space in the list. */
const MAX_DESCRIPTION_MS = 3000;

interface SpaceDependencies extends RankingDependencies {
  backend: LocalBackend;
  readSchedules: () => Promise<SpaceSchedules[]>;
}

export function spaceRoutes(dependencies: SpaceDependencies): Router {
  const { backend } = dependencies;
  return operationRoutes({
    async listSpaces(ctx): Promise<api.SpaceList> {
      return { spaces: await describeSpaces(dependencies, requireAccess(ctx).spaces) };
    },
    deleteSpace: (ctx) => removeSpace(ctx, backend),
    async trainSpace(ctx): Promise<api.TrainingOutcome> {
      const trainer = supported((await contentOf(ctx, backend)).trainer, 'training', ctx);
      const report = await trainer.train().catch(rejectUnreadable);
      const message = `The search space was trained with ${report.documents} documents.`;
      return { message, ...report };
    },
    ...documentOperations(backend, uploadLimit(api.requestLimits.documentUploads)),
    ...runOperations(backend),
    ...thesaurusOperations(backend, uploadLimit(api.requestLimits.thesaurusUploads)),
    ...conceptOperations(dependencies),
    ...rankingOperations(dependencies),
  });
}

/** All search spaces, or the permitted ones. */
export async function describeSpaces(
  { backend, execute, readSchedules }: Pick<SpaceDependencies, 'backend' | 'execute' | 'readSchedules'>,
  permitted: ReadonlySet<string> | null = null,
): Promise<api.Space[]> {
  const names = (await backend.names()).filter((name) => permitted?.has(name) ?? true);
  const spaces = await Promise.all(names.map((name) => describeSpace(name, execute)));
  const schedules = new Map((await readSchedules()).map((schedule) => [schedule.space, schedule]));
  return spaces.map((space) => {
    const { sources = [], problems = [] } = schedules.get(space.name) ?? {};
    const notices = [...(space.notices ?? []), ...problems.map(publicText)];
    return {
      ...space,
      ...(notices.length > 0 && { notices }),
      ...(sources.length > 0 && { sources: sources.map(describeSource) }),
    };
  });
}

/** Description of a space that does not respond now. */
const empty = { documents: 0, concepts: 0, languages: [], facets: [], recommenders: [], similarities: [] };

/** Never rejects, so that the list does not fail because of one unavailable space. */
async function describeSpace(name: string, execute: Execute): Promise<api.Space> {
  const space = queries(execute, internalCall(name, MAX_DESCRIPTION_MS));
  const description = await space.describe().catch(() => null);
  return description ? { name, ...description, healthy: true } : { name, ...empty, healthy: false };
}

async function removeSpace(ctx: Context, backend: LocalBackend): Promise<api.SpaceDeletion> {
  const name: string = ctx.params.space;
  if (await backend.deleteSpace(name)) return { message: `The search space ${name} is deleted.`, name };
  const isRemote = (await backend.names()).includes(name);
  if (isRemote) throw notAllowed(`Another service stores the search space "${name}"; delete it there.`);
  throw unknownSpace(name);
}
