/** Validation of a configuration against its search space: facets and recommender. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigurationSettings, DocumentScope, FieldError } from '@semantic-search/contract';
import { curationConflicts } from './curation-conflicts.ts';
import type { SpaceProfile } from './derive-settings.ts';
import { planSettings, type SettingsPlan } from './merge-settings.ts';

export interface SpaceCapabilities {
  knowsSpace(searchSpace: string): Promise<boolean>;
  /** `uri` in any form that a facet setting allows. */
  knowsFacet(searchSpace: string, uri: string): Promise<boolean>;
  knowsRecommender(searchSpace: string, name: string): Promise<boolean>;
  /** Rules of a scope that hide all documents, because the space cannot resolve them. */
  unresolvedRules(searchSpace: string, scope: DocumentScope): Promise<FieldError[]>;
  /** Those of the ids that no document has. */
  missingDocuments(searchSpace: string, ids: string[]): Promise<string[]>;
  /** Undefined if there is no such search space. */
  profile(searchSpace: string): Promise<SpaceProfile | undefined>;
}

type Input = Record<string, unknown>;

/** Documents of curation rules that are looked up; the space looks them up for each search, too. */
const MAX_CHECKED_DOCUMENTS = 1000;
/** Timeout for the search space. */
const MAX_VALIDATION_WAIT_MS = 1000;

/** Checks the references of `input` once. The returned function plans it over `base`, or over newer settings. */
export async function settingsPlanner(
  spaces: SpaceCapabilities,
  input: Input,
  base: ConfigurationSettings,
): Promise<(newest: ConfigurationSettings) => SettingsPlan> {
  const allowed = await dropUnknownRecommender(spaces, input, base);
  const planned = planSettings(allowed.input, base);
  const unknown = await findUnknownReferences(spaces, planned.settings, allowed.input);
  return (newest) => {
    const plan = newest === base ? planned : planSettings(allowed.input, newest);
    return { ...plan, errors: [...plan.errors, ...allowed.errors, ...unknown] };
  };
}

/** Saved settings of `input` with a search space that does not exist, or with facets that the space does not have. */
export async function findUnknownReferences(
  spaces: SpaceCapabilities,
  settings: ConfigurationSettings,
  input: Input,
): Promise<FieldError[]> {
  const { searchSpace } = settings;
  if ('searchSpace' in input && (await resultOf(spaces.knowsSpace(searchSpace))) !== true) {
    const message = `is saved, but the search space ${searchSpace} does not exist or is unavailable`;
    return [{ key: 'searchSpace', message }];
  }
  const conflicts = 'curation' in input ? curationConflicts(settings.curation ?? []) : [];
  const errors = facetsOf(settings, input).map(async ({ key, uri }) => {
    const message = await referenceError(spaces.knowsFacet(searchSpace, uri), searchSpace);
    return message === null ? [] : [{ key, message }];
  });
  return [
    ...conflicts,
    ...(await missingDocuments(spaces, settings, input)),
    ...(await Promise.all(errors)).flat(),
    ...(await scopeErrors(spaces, settings, input)),
  ];
}

/** Rules that name documents that the space does not have, or no longer. */
async function missingDocuments(
  spaces: SpaceCapabilities,
  { searchSpace, curation = [] }: ConfigurationSettings,
  input: Input,
): Promise<FieldError[]> {
  if (!('curation' in input || 'searchSpace' in input)) return [];
  const named = curation.flatMap(({ pin = [], hide = [] }, index) => [
    ...pin.map(({ id }, at) => ({ id, key: `curation[${index}].pin[${at}].id` })),
    ...hide.map((id, at) => ({ id, key: `curation[${index}].hide[${at}]` })),
  ]);
  const ids = [...new Set(named.map(({ id }) => id))].slice(0, MAX_CHECKED_DOCUMENTS);
  const missing = new Set(await resultOf(spaces.missingDocuments(searchSpace, ids)));
  const message = `is saved, but no document of the search space ${searchSpace} has this id`;
  return named.filter(({ id }) => missing.has(id)).map(({ key }) => ({ key, message }));
}

async function scopeErrors(
  spaces: SpaceCapabilities,
  { searchSpace, scope }: ConfigurationSettings,
  input: Input,
): Promise<FieldError[]> {
  if (!scope || !('scope' in input || 'searchSpace' in input)) return [];
  const unknown = (await resultOf(spaces.unresolvedRules(searchSpace, scope))) ?? [
    { key: 'include', message: `may not be in the search space ${searchSpace}, which is unavailable` },
  ];
  return unknown.map(({ key, message }) => ({
    key: `scope.${key}`,
    message: `${message}; nothing is shown`,
  }));
}

/**
 * Removes a recommender that the search space does not have; unlike an unknown facet, it is rejected. If the space is
 * unavailable, nothing is rejected.
 */
export async function dropUnknownRecommender(
  spaces: SpaceCapabilities,
  input: Input,
  previous: ConfigurationSettings,
): Promise<{ input: Input; errors: FieldError[] }> {
  const details = input.details as Input | null | undefined;
  const recommender = details?.recommender;
  if (typeof recommender !== 'string' || recommender === '') return { input, errors: [] };
  const searchSpace = typeof input.searchSpace === 'string' ? input.searchSpace : previous.searchSpace;
  const isKnown = await resultOf(spaces.knowsRecommender(searchSpace, recommender));
  if (isKnown !== false || (await resultOf(spaces.knowsSpace(searchSpace))) !== true)
    return { input, errors: [] };
  const { recommender: _rejected, ...others } = details as Input;
  const message = `must be empty or the name of a recommender that the search space ${searchSpace} offers`;
  return { input: { ...input, details: others }, errors: [{ key: 'details.recommender', message }] };
}

/** The saved facets by their index in the input, which also contains rejected ones. */
function facetsOf(settings: ConfigurationSettings, input: Input): { key: string; uri: string }[] {
  const ordering = 'ranking' in input || 'searchSpace' in input ? orderReferences(settings) : [];
  if (!touches(input, 'filter', 'facetsToShow')) return ordering;
  const saved = new Set(settings.filter.facetsToShow.map(({ uri }) => uri));
  const sent = (input.filter as { facetsToShow?: unknown } | undefined)?.facetsToShow;
  const list: { uri?: unknown }[] = Array.isArray(sent) ? sent : settings.filter.facetsToShow;
  const shown = list.flatMap((facet, index) => {
    const uri = facet?.uri;
    return typeof uri === 'string' && saved.has(uri)
      ? [{ key: `filter.facetsToShow[${index}].uri`, uri }]
      : [];
  });
  return [...shown, ...ordering];
}

function orderReferences({ ranking = {} }: ConfigurationSettings): { key: string; uri: string }[] {
  const { boosts = [], sorts = [] } = ranking;
  return Object.entries({ boosts, sorts }).flatMap(([name, list]) =>
    list.map(({ uri }, index) => ({ key: `ranking.${name}[${index}].uri`, uri })),
  );
}

async function referenceError(check: Promise<boolean>, searchSpace: string): Promise<string | null> {
  const result = await resultOf(check);
  if (result === true) return null;
  return result === null
    ? `may not be in the search space ${searchSpace}, which is unavailable`
    : `is not in the search space ${searchSpace}`;
}

/** Null if the search space does not respond in time, so that settings can be saved nevertheless. */
const resultOf = <Result>(check: Promise<Result>): Promise<Result | null> =>
  Promise.race([check, sleep(MAX_VALIDATION_WAIT_MS, null, { ref: false })]).catch(() => null);

/** With a new search space, all names are checked, otherwise only those in the input. */
function touches(input: Input, group: string, name: string): boolean {
  const members = input[group];
  return 'searchSpace' in input || (typeof members === 'object' && members !== null && name in members);
}
