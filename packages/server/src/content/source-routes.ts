/** Routes of sources: websites that the server crawls into a search space (how-to/crawl-a-website.md). */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { operationRoutes } from '../auth/operation-routes.ts';
import { invalidMember, ProblemError } from '../errors/problem.ts';
import { taskQueue } from '../filesystem/task-queue.ts';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { describeSource } from '../schedules/describe-source.ts';
import { type ScheduledSource, type SourceRun, scheduleFault } from '../schedules/scheduled-source.ts';
import * as files from '../schedules/source-files.ts';
import { readReport } from '../schedules/source-report.ts';
import type { AddressTrial, SourceRunner } from '../schedules/source-runner.ts';
import { parse, parseQuery } from '../validation.ts';
import { contentOf } from './requested-space.ts';

export interface SourceDependencies {
  backend: WritableBackend;
  dataDirectory: string;
  /** Undefined if this server runs no sources. */
  runner: SourceRunner | undefined;
}

/** Maximum number of sources per search space, whose file is read and written as a whole. */
const MAX_SOURCES = 100;
/** Limits of the response to a trial; the text is in UTF-16 units. */
const MAX_TRIAL_TEXT_LENGTH = 2000;
const MAX_TRIAL_LINKS = 1000;

export function sourceRoutes({ backend, dataDirectory, runner }: SourceDependencies): Router {
  // The file is read and written as a whole, so changes wait for each other.
  const inTurn = taskQueue();
  const requested = (ctx: Context) => requestedSource(ctx, dataDirectory);
  const describe = ({ source, run }: files.StoredSource): api.SpaceSource => {
    const { last, ...described } = describeSource({ source, run });
    const progress = runner?.progress(source.space, source.id);
    return {
      ...described,
      ...(source.settings && { settings: source.settings }),
      ...(last && { last: { ...last, ...(last.finished === undefined && progress) } }),
    };
  };
  const save = async (source: ScheduledSource, run?: SourceRun) => {
    await files.saveSource(dataDirectory, source);
    return describe({ source, run });
  };

  return operationRoutes({
    createSource(ctx) {
      const definition = definitionFrom(ctx);
      return inTurn(async () => {
        await contentOf(ctx, backend, { create: true });
        const { sources } = await files.readSpaceSchedules(dataDirectory, definition.space);
        if (sources.length >= MAX_SOURCES)
          throw new ProblemError('bad-request', `A search space has at most ${MAX_SOURCES} sources.`);
        const id = randomBytes(4).toString('hex');
        return save({ ...definition, id, created: new Date().toISOString() });
      });
    },
    getSource: async (ctx) => describe(await requested(ctx)),
    replaceSource(ctx) {
      const definition = definitionFrom(ctx);
      return inTurn(async () => {
        const { source, run } = await requested(ctx);
        requireSettings(source);
        // A change resumes a source that a restore has paused. Times before the change were not missed, so it counts as created now.
        const { paused: _paused, ...resumed } = source;
        return save({ ...resumed, ...definition, created: new Date().toISOString() }, run);
      });
    },
    deleteSource: (ctx): Promise<api.SourceDeletion> =>
      inTurn(async () => {
        const { source } = await requested(ctx);
        runner?.stop(source.space, source.id);
        await files.removeSource(dataDirectory, source.id);
        await rm(files.reportFile(dataDirectory, source), { force: true });
        return { message: 'The source is deleted. Its documents stay.', id: source.id };
      }),
    startSource: (ctx) =>
      inTurn(async () => {
        const { source, run } = await requested(ctx);
        const sourceRunner = requireRunner(runner);
        const isRunning = sourceRunner.progress(source.space, source.id) !== undefined;
        ctx.state.isUnchanged = isRunning;
        if (isRunning) return describe({ source, run });
        const saved = await save({ ...source, requested: new Date().toISOString() }, run);
        sourceRunner.wake();
        return saved;
      }),
    async stopSource(ctx) {
      const { source, run } = await requested(ctx);
      const sourceRunner = requireRunner(runner);
      ctx.state.isUnchanged = sourceRunner.progress(source.space, source.id) === undefined;
      sourceRunner.stop(source.space, source.id);
      return describe({ source, run });
    },
    async getSourceReport(ctx) {
      const { source } = await requested(ctx);
      const parameters = parseQuery(api.SourceReportParameters, ctx.query);
      return readReport(files.reportFile(dataDirectory, source), parameters);
    },
    async trySourceAddress(ctx) {
      const { source } = await requested(ctx);
      const { address } = parseQuery(api.SourceTrialParameters, ctx.query);
      requireWebAddress(address, 'address');
      requireSettings(source);
      const command = [...source.command, `--try=${address}`];
      return presentTrial(await requireRunner(runner).tryAddress(command));
    },
  });
}

/** Throws not-found. */
async function requestedSource(ctx: Context, dataDirectory: string): Promise<files.StoredSource> {
  const { sources } = await files.readSpaceSchedules(dataDirectory, ctx.params.space);
  const stored = sources.find(({ source }) => source.id === ctx.params.source);
  if (stored) return stored;
  throw new ProblemError('not-found', 'The search space has no source with this id.');
}

/** The parts of a source that the body of the request decides. */
function definitionFrom(ctx: Context) {
  const { space } = ctx.params;
  const settings = parse(api.SourceRequest, readJson(ctx, searchBodyLimit));
  for (const [index, start] of settings.starts.entries()) requireWebAddress(start, `starts[${index}]`);
  const { schedule = null } = settings;
  const fault = schedule === null ? undefined : scheduleFault(schedule);
  if (fault !== undefined) throw invalidMember('schedule', `is not a cron pattern with five parts: ${fault}`);
  return { space, settings, schedule, command: crawlCommand(space, settings) };
}

/** Each option is one word, `--name=value`, so that a value cannot be read as another option. */
function crawlCommand(space: string, settings: api.SourceRequest): string[] {
  const { starts, include = [], exclude = [], content, ignore, maxPages } = settings;
  return [
    'crawl',
    ...starts,
    `--space=${space}`,
    ...include.map((pattern) => `--include=${pattern}`),
    ...exclude.map((pattern) => `--exclude=${pattern}`),
    ...(content === undefined ? [] : [`--content=${content}`]),
    ...(ignore === undefined ? [] : [`--ignore=${ignore}`]),
    ...(maxPages === undefined ? [] : [`--max-pages=${maxPages}`]),
  ];
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

function presentTrial({ document, links, ...trial }: AddressTrial): api.SourceTrial {
  const { title, text } = (document ?? {}) as { title?: string; text?: string };
  return {
    ...trial,
    ...(title !== undefined && { title }),
    ...(text !== undefined && { text: text.slice(0, MAX_TRIAL_TEXT_LENGTH) }),
    links: links.slice(0, MAX_TRIAL_LINKS),
  };
}
