/** Validation of a configuration against its search space: facets, documents, scope and recommender. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as api from '@semantic-search/contract';
import type { Facet } from '@semantic-search/engine';
import { isMembers, type Members } from '../validation.ts';
import { curationConflicts } from './curation-conflicts.ts';
import type { SpaceProfile } from './derive-settings.ts';
import { HIDE_ALL } from './document-scope.ts';
import { planSettings, type SettingsPlan } from './merge-settings.ts';

export interface SpaceCapabilities {
  knowsSpace(searchSpace: string): Promise<boolean>;
  /** Kind of the facet `uri`, in any form that a facet setting allows; undefined if the space has no such facet. */
  facetKind(searchSpace: string, uri: string): Promise<Facet['kind'] | undefined>;
  /** Rejects if there is no such search space. */
  knowsRecommender(searchSpace: string, name: string): Promise<boolean>;
  /** Rules of a scope that hide all documents, because the space cannot resolve them. */
  unresolvedRules(searchSpace: string, scope: api.DocumentScope): Promise<api.FieldError[]>;
  /** The IDs in `ids` that no document has. */
  missingDocuments(searchSpace: string, ids: string[]): Promise<string[]>;
  /** Undefined if there is no such search space. */
  profile(searchSpace: string): Promise<SpaceProfile | undefined>;
}

/** Maximum number of documents of curation rules that are looked up in one search; further ones are not checked. */
const MAX_CHECKED_DOCUMENTS = 1000;
/** Timeout of a check, because a person waits for the save. The timeout also ends the queries of the search space. */
export const MAX_VALIDATION_WAIT_MS = 1000;

/** The permitted part of an input with the errors of its references, and its plan over `base`. */
interface CheckedInput {
  input: Members;
  errors: api.FieldError[];
  base: api.ConfigurationSettings;
  plan: SettingsPlan;
}

/** Checks what `input` refers to, once for all plans. `base` has the settings that the input changes. */
export async function checkReferences(
  spaces: SpaceCapabilities,
  input: Members,
  base: api.ConfigurationSettings,
): Promise<CheckedInput> {
  const permitted = await dropUnknownRecommender(spaces, input, base);
  const plan = planSettings(permitted.input, base);
  const unknown = await findUnknownReferences(spaces, plan.settings, permitted.input);
  return { input: permitted.input, errors: [...permitted.errors, ...unknown], base, plan };
}

/** Plans a checked input, perhaps over newer settings than at the time of the check. */
export function planChecked(checked: CheckedInput, base: api.ConfigurationSettings): SettingsPlan {
  const plan = base === checked.base ? checked.plan : planSettings(checked.input, base);
  return { ...plan, errors: [...plan.errors, ...checked.errors] };
}

/** Saved settings of `input` that the search space does not have. With a new search space, all of them are checked. */
export async function findUnknownReferences(
  spaces: SpaceCapabilities,
  settings: api.ConfigurationSettings,
  input: Members,
): Promise<api.FieldError[]> {
  const { searchSpace, curation = [] } = settings;
  const isMoved = 'searchSpace' in input;
  if (isMoved && (await resultOf(spaces.knowsSpace(searchSpace))) !== true) {
    const message = `is saved, but the search space ${searchSpace} does not exist or is unavailable`;
    return [{ key: 'searchSpace', message }];
  }
  const isChecked = (name: string) => isMoved || name in input;
  const hasFacets = isMembers(input.filter) && 'facetsToShow' in input.filter;
  const references = [
    ...(isMoved || hasFacets ? shownFacets(settings, input) : []),
    ...(isChecked('ranking') ? orderReferences(settings) : []),
  ];
  const internalErrors = [...unofferedNames(settings), ...boostsWithoutValues(settings)];
  const errors = await Promise.all([
    'curation' in input ? curationConflicts(curation) : [],
    isChecked('curation') ? missingDocuments(spaces, settings) : [],
    internalErrors.filter(({ key }) => isChecked(key.split('.')[0]!)),
    ...references.map((reference) => facetErrors(reference, spaces, searchSpace)),
    isChecked('scope') ? scopeErrors(spaces, settings) : [],
  ]);
  return errors.flat();
}

/** Errors of rules that name missing documents. */
async function missingDocuments(
  spaces: SpaceCapabilities,
  { searchSpace, curation = [] }: api.ConfigurationSettings,
): Promise<api.FieldError[]> {
  const references = curation.flatMap(({ pin = [], hide = [] }, index) => [
    ...pin.map(({ id }, position) => ({ id, key: `curation[${index}].pin[${position}].id` })),
    ...hide.map((id, position) => ({ id, key: `curation[${index}].hide[${position}]` })),
  ]);
  const ids = [...new Set(references.map(({ id }) => id))].slice(0, MAX_CHECKED_DOCUMENTS);
  const missing = new Set(await resultOf(spaces.missingDocuments(searchSpace, ids)));
  const message = `is saved, but no document of the search space ${searchSpace} has this id`;
  return references.filter(({ id }) => missing.has(id)).map(({ key }) => ({ key, message }));
}

async function scopeErrors(
  spaces: SpaceCapabilities,
  { searchSpace, scope }: api.ConfigurationSettings,
): Promise<api.FieldError[]> {
  if (!scope) return [];
  // Stored in place of an invalid scope, whose errors are reported by their own keys.
  if (isDeepStrictEqual(scope, HIDE_ALL)) return [{ key: 'scope', message: 'is invalid; nothing is shown' }];
  const unknown = (await resultOf(spaces.unresolvedRules(searchSpace, scope))) ?? [
    { key: 'include', message: unavailable(searchSpace) },
  ];
  return unknown.map(({ key, message }) => ({
    key: `scope.${key}`,
    message: `${message}; nothing is shown`,
  }));
}

/** Rejects a recommender that the search space does not have. Accepts any recommender while the space is unavailable. */
export async function dropUnknownRecommender(
  spaces: SpaceCapabilities,
  input: Members,
  previous: api.ConfigurationSettings,
): Promise<Pick<CheckedInput, 'input' | 'errors'>> {
  const { recommender, ...others } = (input.details as Members | null) ?? {};
  const searchSpace = typeof input.searchSpace === 'string' ? input.searchSpace : previous.searchSpace;
  const isUnknown =
    typeof recommender === 'string' &&
    recommender !== '' &&
    (await resultOf(spaces.knowsRecommender(searchSpace, recommender))) === false;
  if (!isUnknown) return { input, errors: [] };
  const message = `must be empty or the name of a recommender that the search space ${searchSpace} offers`;
  return { input: { ...input, details: others }, errors: [{ key: 'details.recommender', message }] };
}

interface FacetReference {
  key: string;
  uri: string;
  /** Kinds of facets with an effect; any kind if absent. */
  kinds?: readonly Facet['kind'][];
}

/** The saved facets by their index in the input, which also contains rejected ones. */
function shownFacets({ filter }: api.ConfigurationSettings, input: Members): FacetReference[] {
  const saved = new Set<unknown>(filter.facetsToShow.map(({ uri }) => uri));
  const facets = (input.filter as Members | null)?.facetsToShow;
  const list: ({ uri?: unknown } | null)[] = Array.isArray(facets) ? facets : filter.facetsToShow;
  return list.flatMap((facet, index) =>
    saved.has(facet?.uri) ? [{ key: `filter.facetsToShow[${index}].uri`, uri: String(facet!.uri) }] : [],
  );
}

const numericKinds = ['number', 'date'] as const;
/** Kinds of the facets for each type of boost. */
const boostKinds = { recency: numericKinds, number: numericKinds, value: ['literal', 'concept'] } as const;

function orderReferences({ ranking = {} }: api.ConfigurationSettings): FacetReference[] {
  const { boosts = [], sorts = [] } = ranking;
  const boosted = boosts.map(({ uri, type }) => ({ uri, kinds: boostKinds[type] }));
  const sorted = sorts.map(({ uri }) => ({ uri, kinds: ['literal', ...numericKinds] as const }));
  return Object.entries({ boosts: boosted, sorts: sorted }).flatMap(([name, list]) =>
    list.map((reference, index) => ({ ...reference, key: `ranking.${name}[${index}].uri` })),
  );
}

/** Errors of settings that name an order or a facet which the configuration itself does not offer. */
function unofferedNames({ filter, ranking = {} }: api.ConfigurationSettings): api.FieldError[] {
  const facets = filter.facetsToShow.filter(({ show }) => show).map(({ uri }) => uri);
  const references = [
    { key: 'ranking.defaultSort', name: ranking.defaultSort, offered: api.orderNames(ranking) },
    { key: 'filter.tabs', name: filter.tabs, offered: facets },
  ];
  const unoffered = references.filter(({ name, offered }) => name && !offered.includes(name));
  return unoffered.map(({ key, offered }) => {
    return { key, message: `is saved without effect; offered: ${offered.join(', ') || 'none'}` };
  });
}

function boostsWithoutValues({ ranking = {} }: api.ConfigurationSettings): api.FieldError[] {
  const { boosts = [] } = ranking;
  const message = 'is saved without effect: no value has a factor';
  return boosts.flatMap(({ type, values = {} }, index) => {
    const isEmpty = type === 'value' && Object.keys(values).length === 0;
    return isEmpty ? [{ key: `ranking.boosts[${index}].values`, message }] : [];
  });
}

async function facetErrors(
  { key, uri, kinds }: FacetReference,
  spaces: SpaceCapabilities,
  searchSpace: string,
): Promise<api.FieldError[]> {
  const kind = await resultOf(spaces.facetKind(searchSpace, uri));
  if (kind === null) return [{ key, message: unavailable(searchSpace) }];
  if (!kind) return [{ key, message: `is not in the search space ${searchSpace}` }];
  if (!kinds || kinds.includes(kind)) return [];
  return [{ key, message: `has no effect: its kind is ${kind} instead of ${kinds.join(' or ')}` }];
}

const unavailable = (searchSpace: string) =>
  `may not be in the search space ${searchSpace}, which is unavailable`;

/** Null if the search space fails or does not respond in time, so that settings can be saved even then. */
const resultOf = <Result>(check: Promise<Result>): Promise<Result | null> =>
  Promise.race([check, sleep(MAX_VALIDATION_WAIT_MS, null, { ref: false })]).catch(() => null);
