/** Routes of configurations, their histories and restores. */
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { StoredConfiguration } from '@semantic-search/contract/storage';
import type { Context } from 'koa';
import { configurationId, operationRoutes } from '../auth/operation-routes.ts';
import { authorize, requireAccess } from '../auth/permission.ts';
import { ProblemError, truncatedErrors } from '../errors/problem.ts';
import { configurationBodyLimit, readJson } from '../http/requests/body.ts';
import { entityTag, requireMatch } from '../http/responses/conditional-requests.ts';
import * as validation from '../validation.ts';
import { deriveSettings } from './derive-settings.ts';
import { planRestore } from './merge-settings.ts';
import { permittedConfigurations, permittedLogs } from './permitted-configurations.ts';
import { type ConfigurationStore, unknownConfiguration } from './store.ts';
import { checkReferences, planChecked, type SpaceCapabilities } from './validate-against-space.ts';

/** Body of a request that creates or changes a configuration. */
interface Input {
  id?: unknown;
  user?: unknown;
  created?: unknown;
  config: validation.Members;
}

export function configurationRoutes(store: ConfigurationStore, spaces: SpaceCapabilities): Router {
  const permitted = (ctx: Context) => permittedConfigurations(requireAccess(ctx), store);
  const list = (ctx: Context, isListed: (entry: StoredConfiguration) => boolean): api.ConfigurationList => {
    const { activeId, list: entries } = permitted(ctx);
    return { activeConfigId: activeId, configurations: entries().filter(isListed).map(recordOf) };
  };
  const lists = operationRoutes({
    createConfiguration: (ctx) => create(ctx, store, spaces),
    listConfigurations: (ctx) => list(ctx, () => true),
    getActiveConfiguration(ctx) {
      const { activeId, require } = permitted(ctx);
      if (activeId === null) throw new ProblemError('not-found', 'No configuration is active.');
      return recordOf(require(activeId));
    },
    getDefaultConfiguration: (ctx) => readDefault(ctx, spaces),
    listVisibleConfigurations: (ctx) => list(ctx, ({ config }) => config.visible),
    async listLatestChanges(ctx): Promise<api.LatestChanges> {
      return { changes: await store.latestChanges(permitted(ctx).isPermitted) };
    },
  });
  // With other methods, these names would otherwise count as IDs.
  const names = ['active', 'default', 'visible', 'changes'].map((name) => `/api/configurations/${name}`);
  lists.all(names, () => {
    const headers = { Allow: 'GET, HEAD' };
    throw new ProblemError('method-not-allowed', 'This resource is read-only.', { headers });
  });
  const ofOne = operationRoutes({
    getConfiguration(ctx) {
      const entry = permitted(ctx).require(configurationId(ctx));
      const { kind, filter } = requireAccess(ctx);
      return kind === 'publishable' || filter !== null ? publicRecordOf(entry) : recordOf(entry);
    },
    async getConfigurationLogs(ctx): Promise<api.Logs> {
      const { start = 0, count = 20 } = validation.parseQuery(api.LogParameters, ctx.query);
      const page = await permittedLogs(requireAccess(ctx), store, configurationId(ctx), { start, count });
      return { ...page, start };
    },
    restoreConfiguration: (ctx) => restore(ctx, store),
    updateConfiguration: (ctx) => update(ctx, store, spaces),
    async setActiveConfiguration(ctx): Promise<api.ActivationOutcome> {
      const id = configurationId(ctx);
      ctx.state.isUnchanged = !(await store.activate(id, requireAccess(ctx).subject, ifMatchCheck(ctx)));
      return { message: `Configuration ${id} is the active one.`, activeConfigId: id };
    },
    async deleteConfiguration(ctx): Promise<api.DeletionOutcome> {
      const id = configurationId(ctx);
      await store.remove(id, requireAccess(ctx).subject, ifMatchCheck(ctx));
      return { message: `Configuration ${id} is deleted.`, id };
    },
    async undeleteConfiguration(ctx) {
      const id = configurationId(ctx);
      const { entry, isChanged } = await store.undelete(id, requireAccess(ctx).subject);
      ctx.state.isUnchanged = !isChanged;
      respond(ctx, entry, [], `Configuration ${id} exists again`);
    },
  });
  return lists.use(ofOne.routes());
}

/** Record of a configuration (reference/http-api.md). */
export function recordOf({ id, user, created, config }: StoredConfiguration) {
  return { id, user, created, config };
}

/** Record for pages and visitors: without `user`, scope, rules and blocked words, which reveal hidden content. */
function publicRecordOf({ id, created, config }: StoredConfiguration) {
  const { scope: _hidden, curation: _rules, popularSearches, ...shown } = config;
  const withoutBlocked = popularSearches?.show && { popularSearches: { show: true } };
  return { id, created, config: { ...shown, ...withoutBlocked } };
}

/** The entity tag that `If-Match` has to name. */
export const recordTag = (entry: StoredConfiguration): string => entityTag(JSON.stringify(recordOf(entry)));

async function create(ctx: Context, store: ConfigurationStore, spaces: SpaceCapabilities): Promise<void> {
  const { subject } = requireAccess(ctx);
  const input = readInput(ctx);
  const base = await initialSettings(spaces, input.config);
  const plan = planChecked(await checkReferences(spaces, input.config, base), base);
  rejectIfStrict(ctx, [...readOnlyMemberErrors(input, { user: subject }), ...plan.errors]);
  const entry = await store.create(subject, plan.settings);
  const errors = [...readOnlyMemberErrors(input, entry), ...plan.errors];
  respond(ctx, entry, errors, `Configuration ${entry.id} is created`);
}

/** The defaults, or those derived from a search space (`searchSpace`). */
async function readDefault(ctx: Context, spaces: SpaceCapabilities): Promise<api.DefaultConfiguration> {
  const { searchSpace } = validation.parseQuery(api.DefaultParameters, ctx.query);
  if (searchSpace === undefined) return { config: api.defaultSettings };
  authorize(ctx, { scope: 'configurations:read', space: searchSpace });
  return { config: { ...(await initialSettings(spaces, { searchSpace })), searchSpace } };
}

/**
 * Settings of a new configuration that the input leaves out.
 * They are derived if the input has a search space, but no results, filters or details. They are stored, so that a page
 * does not change when documents do, and so that owners can change them in the editor.
 */
async function initialSettings(
  spaces: SpaceCapabilities,
  { searchSpace, result, filter, details }: validation.Members,
): Promise<api.ConfigurationSettings> {
  const isUnset = [result, filter, details].every((group) => group === undefined);
  if (!isUnset || typeof searchSpace !== 'string' || !api.isSpaceName(searchSpace))
    return api.defaultSettings;
  const profile = await spaces.profile(searchSpace).catch(() => undefined);
  return profile?.documents ? { ...api.defaultSettings, ...deriveSettings(profile) } : api.defaultSettings;
}

async function update(ctx: Context, store: ConfigurationStore, spaces: SpaceCapabilities): Promise<void> {
  const id = configurationId(ctx);
  const input = readInput(ctx);
  const current = store.find(id);
  if (!current) throw unknownConfiguration(id);
  const checked = await checkReferences(spaces, input.config, current.config);
  const planUpdate = (newest: StoredConfiguration) => {
    const plan = planChecked(checked, newest.config);
    const errors = [...readOnlyMemberErrors(input, newest), ...plan.errors];
    rejectIfStrict(ctx, errors);
    return { ...plan, errors };
  };
  const updated = await store.update(id, requireAccess(ctx).subject, planUpdate, ifMatchCheck(ctx));
  respondToUpdate(ctx, updated, 'is updated');
}

async function restore(ctx: Context, store: ConfigurationStore): Promise<void> {
  const id = configurationId(ctx);
  const version = validation.parsePositiveInt32(ctx.params.version ?? '') ?? 0;
  const earlier = await store.settingsAt(id, version);
  if (!earlier) throw new ProblemError('not-found', `Configuration ${id} has no such version.`);
  const plan = ({ config }: StoredConfiguration) => planRestore(earlier, config);
  const restored = await store.update(id, requireAccess(ctx).subject, plan, ifMatchCheck(ctx));
  respondToUpdate(ctx, restored, `is as it was in version ${version}`);
}

/** Throws bad-request if settings are outside of `config` and there is no `config`: they would not be saved. */
function readInput(ctx: Context): Input {
  const body = readJson(ctx, configurationBodyLimit);
  const names = validation.isMembers(body) ? Object.keys(body) : [];
  const misplaced = names.filter((name) => !api.configurationMembers.includes(name));
  if (misplaced.length > 0 && !names.includes('config')) {
    const message = validation.unknownPropertyMessage(api.configurationMembers);
    const errors = misplaced.map((key) => ({ key, message }));
    const detail = 'The body has no member "config", which contains all settings.';
    throw new ProblemError('bad-request', detail, { errors });
  }
  const input = validation.parse(api.ConfigurationInput, body === undefined ? {} : body) as Input;
  const present = Object.entries(input.config ?? {}).filter(([, value]) => value !== null);
  return { ...input, config: Object.fromEntries(present) };
}

/** The server sets `id`, `user` and `created`. Unchanged values are accepted, others are reported. */
function readOnlyMemberErrors(
  { config: _config, ...members }: Input,
  { id, user, created }: Partial<StoredConfiguration>,
): api.FieldError[] {
  const readOnly: validation.Members = { id, user, created };
  const messageOf = (key: string, value: unknown) => {
    if (!Object.hasOwn(readOnly, key)) return validation.unknownPropertyMessage(api.configurationMembers);
    return readOnly[key] === value ? undefined : 'is set by the server';
  };
  return Object.entries(members).flatMap(([key, value]) => {
    const message = messageOf(key, value);
    return message === undefined ? [] : [{ key, message }];
  });
}

/** With `Prefer: handling=strict` (RFC 7240), a request with invalid members changes nothing. */
function rejectIfStrict(ctx: Context, errors: api.FieldError[]): void {
  const isStrict = /(?:^|[,;\s])handling\s*=\s*"?strict"?(?:$|[,;\s])/i.test(ctx.get('Prefer'));
  if (!isStrict) return;
  ctx.set('Preference-Applied', 'handling=strict');
  if (errors.length === 0) return;
  const detail = 'Nothing was saved, because some settings are invalid.';
  throw new ProblemError('unprocessable-content', detail, { errors });
}

const ifMatchCheck = (ctx: Context) => (entry: StoredConfiguration) => requireMatch(ctx, recordTag(entry));

function respondToUpdate(
  ctx: Context,
  { entry, plan }: Awaited<ReturnType<ConfigurationStore['update']>>,
  outcome: string,
): void {
  const isUnchanged = plan.changes.length === 0;
  ctx.state.isUnchanged = isUnchanged;
  respond(ctx, entry, plan.errors, `Configuration ${entry.id} ${isUnchanged ? 'is unchanged' : outcome}`);
}

function respond(ctx: Context, entry: StoredConfiguration, errors: api.FieldError[], outcome: string): void {
  const message =
    errors.length === 0 ? `${outcome}.` : `${outcome}; see errors for rejected or unverified settings.`;
  const body: api.ConfigurationOutcome = { ...recordOf(entry), message, errors: truncatedErrors(errors) };
  ctx.set('ETag', recordTag(entry));
  ctx.body = body;
}
