/** Routes of sources: websites that the server crawls into a search space (how-to/crawl-a-website.md). */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import Router from '@koa/router';
import {
  type SourceDeletion,
  SourceReportParameters,
  SourceRequest,
  type SourceTrial,
  SourceTrialParameters,
  type SpaceSource,
} from '@semantic-search/contract';
import type { WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { invalidMember, ProblemError } from '../errors/problem.ts';
import { taskQueue } from '../filesystem/durable-document.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import {
  describeSource,
  readSpaceSchedules,
  removeSource,
  reportFile,
  type ScheduledSource,
  type SourceRun,
  type SourceRunner,
  type SpaceSchedules,
  saveSource,
  validateSchedule,
} from '../schedules/scheduled-sources.ts';
import { readReport } from '../schedules/source-report.ts';
import { parse, parseQuery } from '../validation.ts';
import { contentOf, spaceName } from './requested-space.ts';

export interface SourceDependencies {
  backend: WritableBackend;
  dataDirectory: string;
  /** Undefined if this server runs no sources. */
  runner(): SourceRunner | undefined;
}

const MAX_SOURCES = 100;
const MAX_TRIAL_TEXT_LENGTH = 2000;
const MAX_TRIAL_LINKS = 1000;

export function sourceRoutes({ backend, dataDirectory, runner }: SourceDependencies): Router {
  const router = new Router({ prefix: '/api/spaces/:space/sources', sensitive: true });
  // The file is read and written as a whole, so changes wait for each other.
  const inTurn = taskQueue();
  const describe = ({ source, run }: Stored): SpaceSource => {
    const { last, ...described } = describeSource({ source, run });
    const progress = runner()?.progress(source.space, source.id);
    return {
      ...described,
      ...(source.settings && { settings: source.settings }),
      ...(last && { last: { ...last, ...(last.finished === undefined && progress) } }),
    };
  };
  const save = async (source: ScheduledSource, run?: SourceRun) => {
    await saveSource(dataDirectory, source);
    return describe({ source, run });
  };

  router.post('/', async (ctx) => {
    const space = spaceName(ctx);
    const definition = definitionFrom(ctx, space);
    ctx.body = await inTurn(async () => {
      await contentOf(space, backend, { create: true });
      const { sources } = await readSpaceSchedules(dataDirectory, space);
      if (sources.length >= MAX_SOURCES)
        throw new ProblemError('bad-request', `A search space has at most ${MAX_SOURCES} sources.`);
      const id = randomBytes(4).toString('hex');
      return save({ ...definition, id, created: new Date().toISOString() });
    });
  });
  router.get('/:source', async (ctx) => {
    ctx.body = describe(await requestedSource(ctx, dataDirectory));
  });
  router.put('/:source', async (ctx) => {
    const definition = definitionFrom(ctx, spaceName(ctx));
    ctx.body = await inTurn(async () => {
      const { source, run } = await requestedSource(ctx, dataDirectory);
      requireSettings(source);
      // It resumes a source that is paused since a restore. A new pattern has no missed times.
      const { paused: _paused, ...resumed } = source;
      return save({ ...resumed, ...definition, created: new Date().toISOString() }, run);
    });
  });
  router.delete('/:source', async (ctx) => {
    ctx.body = await inTurn(async () => {
      const { source } = await requestedSource(ctx, dataDirectory);
      runner()?.stop(source.space, source.id);
      await removeSource(dataDirectory, source.id);
      await rm(reportFile(dataDirectory, source), { force: true });
      const message = 'The source is deleted. Its documents stay.';
      return { message, id: source.id } satisfies SourceDeletion;
    });
  });
  router.post('/:source/run', async (ctx) => {
    ctx.body = await inTurn(async () => {
      const { source, run } = await requestedSource(ctx, dataDirectory);
      const { wake, progress } = requireRunner(runner());
      if (progress(source.space, source.id)) return describe({ source, run });
      const saved = await save({ ...source, requested: new Date().toISOString() }, run);
      wake();
      return saved;
    });
  });
  router.delete('/:source/run', async (ctx) => {
    const stored = await requestedSource(ctx, dataDirectory);
    requireRunner(runner()).stop(stored.source.space, stored.source.id);
    ctx.body = describe(stored);
  });
  router.get('/:source/report', async (ctx) => {
    const { source } = await requestedSource(ctx, dataDirectory);
    const parameters = parseQuery(SourceReportParameters, ctx.query);
    ctx.body = await readReport(reportFile(dataDirectory, source), parameters);
  });
  router.get('/:source/trial', async (ctx) => {
    const { source } = await requestedSource(ctx, dataDirectory);
    const { address } = parseQuery(SourceTrialParameters, ctx.query);
    requireWebAddress(address, 'address');
    requireSettings(source);
    const command = [...source.command, `--try=${address}`];
    ctx.body = presentTrial(await requireRunner(runner()).tryAddress(command));
  });
  return router;
}

type Stored = SpaceSchedules['sources'][number];

/** With permission. Throws not-found. */
async function requestedSource(ctx: Context, dataDirectory: string): Promise<Stored> {
  const { sources } = await readSpaceSchedules(dataDirectory, spaceName(ctx));
  const stored = sources.find(({ source }) => source.id === ctx.params.source);
  if (stored) return stored;
  throw new ProblemError('not-found', 'The search space has no source with this id.');
}

/** The parts of a source that the body of the request decides. */
function definitionFrom(
  ctx: Context,
  space: string,
): Pick<ScheduledSource, 'space' | 'settings' | 'schedule' | 'command'> {
  const settings = parse(SourceRequest, readJson(ctx, searchBodyLimit));
  for (const [index, start] of settings.starts.entries()) requireWebAddress(start, `starts[${index}]`);
  const { starts, include = [], exclude = [], content, ignore, maxPages, schedule = null } = settings;
  try {
    if (schedule !== null) validateSchedule(schedule);
  } catch (error) {
    throw invalidMember('schedule', `is not a cron pattern with five parts: ${(error as Error).message}`);
  }
  // `--name=value` cannot be read as another option.
  const command = [
    'crawl',
    ...starts,
    `--space=${space}`,
    ...include.map((pattern) => `--include=${pattern}`),
    ...exclude.map((pattern) => `--exclude=${pattern}`),
    ...(content === undefined ? [] : [`--content=${content}`]),
    ...(ignore === undefined ? [] : [`--ignore=${ignore}`]),
    ...(maxPages === undefined ? [] : [`--max-pages=${maxPages}`]),
  ];
  return { space, settings, schedule, command };
}

/** Commands are listed, so their addresses must not contain a password. */
function requireWebAddress(address: string, key: string): void {
  const url = URL.parse(address);
  const isValid = url && /^https?:\/\//i.test(address) && url.username === '' && url.password === '';
  if (!isValid)
    throw invalidMember(key, 'must be an address with http: or https:, without a name or password');
}

function requireSettings({ settings }: ScheduledSource): void {
  if (!settings)
    throw new ProblemError('conflict', 'The command line made this source; change or try it there.');
}

function requireRunner(runner: SourceRunner | undefined): SourceRunner {
  if (runner) return runner;
  throw new ProblemError('service-unavailable', 'This server runs no sources.');
}

function presentTrial({
  document,
  links,
  ...trial
}: Awaited<ReturnType<SourceRunner['tryAddress']>>): SourceTrial {
  const { title, text } = (document ?? {}) as { title?: string; text?: string };
  return {
    ...trial,
    ...(title !== undefined && { title }),
    ...(text !== undefined && { text: text.slice(0, MAX_TRIAL_TEXT_LENGTH) }),
    links: links.slice(0, MAX_TRIAL_LINKS),
  };
}
