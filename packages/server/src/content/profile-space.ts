/** Profile of a search space: facets, dates and links of its documents. */
import type { Facet, FacetRequest, FacetResult } from '@semantic-search/engine';
import type { Backend } from '@semantic-search/engine/backend';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { allDocuments, byFrequency } from '../backends/plain-queries.ts';
import { type Execute, internalCall, queries } from '../backends/space-queries.ts';
import * as derive from '../configurations/derive-settings.ts';

/** If the search space is slower, a new configuration gets the default settings. */
const MAX_PROFILE_MS = 3000;
/** Facets beyond these are not counted; concepts come first. */
const MAX_PROFILED_FACETS = 50;
/** Newest documents from which the share of links is estimated. */
const SAMPLED_DOCUMENTS = 100;
/** From the first to the last date of JavaScript, in milliseconds since 1970 (ECMAScript, time values). */
const ANY_DATE = { from: -8.64e15, to: 8.64e15 };
/** Settings cannot contain longer references. */
const MAX_URI_LENGTH = 2000;

/** Undefined if there is no such search space. Uses only the port of a search space. Rejects with a problem. */
export async function profileSpace(
  name: string,
  backend: Pick<Backend, 'space'>,
  execute: Execute,
): Promise<derive.SpaceProfile | undefined> {
  if (!(await backend.space(name))) return undefined;
  const space = queries(execute, internalCall(name, MAX_PROFILE_MS));
  const description = await space.describe();
  const facets = withoutRepeatedConcepts(description.facets)
    .filter(({ uri }) => uri.length <= MAX_URI_LENGTH)
    .slice(0, MAX_PROFILED_FACETS);
  const [sample, dated] = await Promise.all([
    space.search({ ...allDocuments, facets: facets.map(requestOf), count: SAMPLED_DOCUMENTS }),
    space.search({ ...allDocuments, dateRange: ANY_DATE }),
  ]);
  const declared = sample.facets[facets.findIndex(({ uri }) => uri === 'language')];
  const linkedCount = sample.documents.filter(({ link }) => isWebAddress(link)).length;
  return {
    documents: sample.total,
    hasDates: dated.total > 0 && dated.total >= derive.MIN_SHARE * sample.total,
    linkShare: sample.documents.length === 0 ? 0 : linkedCount / sample.documents.length,
    languages: languagesOf(declared, description.languages, sample.total),
    facets: facets.flatMap((facet, index) => profileOf(facet, sample.facets[index]!, sample.total)),
  };
}

/** The facet of all concepts repeats the facets of concept schemes and collections. */
function withoutRepeatedConcepts(facets: readonly Facet[]): Facet[] {
  const hasGroups = facets.some(({ uri, kind }) => kind === 'concept' && uri !== ALL_CONCEPTS_FIELD);
  return facets.filter(({ uri }) => !hasGroups || uri !== ALL_CONCEPTS_FIELD);
}

const requestOf = ({ uri, hierarchical }: Facet): FacetRequest => ({
  ...byFrequency,
  ...(hierarchical && { mode: 'top' }),
  field: uri,
  limit: derive.MAX_PROFILED_VALUES + 1,
});

/** Tags of the declared languages that are frequent enough. Without any, the first language of the search space. */
function languagesOf(
  declared: FacetResult | undefined,
  detected: readonly string[],
  total: number,
): string[] {
  const isFrequent = ({ count }: { count: number }) => count >= derive.MIN_SHARE * total;
  const frequent = declared?.values.filter(isFrequent) ?? [];
  const tags = frequent.flatMap(({ label }) => canonicalLanguageTag(label) ?? []);
  return tags.length > 0 ? tags : detected.slice(0, 1);
}

/** Names of classes, such as `BlogPosting` and `FAQPage` of Schema.org. */
const isClassName = (label: string) => /^[\w:]+$/.test(label) && /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(label);

/** Profile of a facet. Empty without values, and for addresses and class names, because visitors do not filter by these. */
function profileOf(facet: Facet, { values }: FacetResult, total: number): derive.FacetProfile[] {
  const { uri, label } = facet;
  const hasAddresses = facet.kind === 'literal' && values.every((value) => isWebAddress(value.label));
  const hasClassNames = uri === 'type' && values.some((value) => isClassName(value.label));
  if (values.length === 0 || hasAddresses || hasClassNames) return [];
  const sum = values.reduce((documents, { count }) => documents + count, 0);
  return [
    {
      uri,
      label,
      kind: kindOf(facet),
      values: values.length,
      frequent: values.filter(({ count }) => count >= derive.MIN_SHARE * total).length,
      mostFrequent: values[0]!.count,
      withValue: Math.min(sum, total),
    },
  ];
}

function kindOf({ kind, hierarchical }: Facet): derive.FacetProfile['kind'] {
  if (kind === 'concept') return hierarchical ? 'tree' : 'concepts';
  return kind === 'literal' ? 'literals' : 'range';
}

const isWebAddress = (text: string): boolean => text.startsWith('https://') || text.startsWith('http://');
