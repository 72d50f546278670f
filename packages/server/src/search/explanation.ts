/** Explanation of a search to its owner: parts of scores, and the reason why a document is missing. */
import * as api from '@semantic-search/contract';
import type { SearchQuery, SearchResult } from '@semantic-search/engine';
import type { SpaceQueries } from '../backends/space-queries.ts';
import { ProblemError } from '../errors/problem.ts';
import type { Curated } from './curation.ts';
import { searchWithRules } from './operations.ts';
import { planBest } from './plan.ts';
import type { SearchContext } from './search-context.ts';

/** Outcomes for an address in the last runs of a search space's sources. */
export type ReportedAddresses = (
  space: string,
  address: string,
) => Promise<NonNullable<api.DocumentExplanation['addresses']>>;

/** Number of results whose scores are explained; their owner looks at the best ones. */
const RESULT_COUNT = 10;

interface Explained {
  context: SearchContext;
  request: api.ExplanationRequest;
  query: SearchQuery;
  result: SearchResult;
  curated: Curated;
}

export async function explainSearch(
  context: SearchContext,
  request: api.ExplanationRequest,
  reported: ReportedAddresses,
): Promise<api.ExplanationResponse> {
  const { document, ...search } = request;
  const query = planBest(search, context.settings, RESULT_COUNT);
  const explaining = { ...query, explain: true, ...(document !== undefined && { explainedId: document }) };
  const { result, curated } = await searchWithRules(context, request, explaining);
  const pinned = new Set(result.pinned?.map(({ id }) => id));
  return {
    total: result.total,
    concepts: result.recognizedConcepts,
    ...(result.matching && { matching: result.matching }),
    unquoted: result.isUnquoted === true,
    ...(result.suggestion !== undefined && { suggestion: result.suggestion }),
    rules: curated.rules,
    result: result.documents.map(({ id, title, score, parts, explanation }) => {
      const isPinned = pinned.has(id);
      const scores = { ...(parts && !isPinned && { parts }), ...(explanation && { explanation }) };
      return { id, title, pinned: isPinned, score, ...scores };
    }),
    ...(document !== undefined && {
      document: await explainDocument(document, { context, request, query, result, curated }, reported),
    }),
  };
}

async function explainDocument(
  id: string,
  explained: Explained,
  reported: ReportedAddresses,
): Promise<api.DocumentExplanation> {
  const { context, request, query, result, curated } = explained;
  const { settings, space, unscopedSpace, access } = context;
  const ranked = { ...query, count: api.MAX_EXPLAINED_RANK };
  const rankWithoutRules = rankOf(id, (await space.search(ranked)).documents);
  const isCurated = curated.pins.length + curated.hidden.length > 0;
  const rank = isCurated
    ? rankOf(id, (await searchWithRules(context, request, ranked)).result.documents)
    : rankWithoutRules;
  const described = { id, rank, rankWithoutRules, rules: rulesAbout(id, settings, curated) };
  const parts = result.explained?.parts;
  const title = await titleOf(id, space);
  if (title !== undefined) {
    const state = rank === null ? await reasonFor(id, rankWithoutRules, explained) : 'found';
    return { ...described, title, state, ...(parts && { parts }) };
  }
  const titleOutOfScope = await titleOf(id, unscopedSpace);
  if (titleOutOfScope !== undefined) return { ...described, title: titleOutOfScope, state: 'out-of-scope' };
  const addresses = access.scopes.has('spaces:write') ? await reported(settings.searchSpace, id) : undefined;
  return { ...described, state: 'not-in-space', ...(addresses && { addresses }) };
}

/** Names of the applied rules that pin or hide the document. */
function rulesAbout(id: string, { curation = [] }: api.ConfigurationSettings, { rules }: Curated): string[] {
  const isAbout = ({ pin = [], hide = [] }: api.CurationRule) =>
    hide.includes(id) || pin.some((pinned) => pinned.id === id);
  return curation.filter((rule) => rules.includes(rule.name) && isAbout(rule)).map(({ name }) => name);
}

/** Why a document of the scope has no rank. */
async function reasonFor(
  id: string,
  rankWithoutRules: number | null,
  { context, query, result, curated }: Explained,
): Promise<api.DocumentExplanation['state']> {
  if (rankWithoutRules !== null) return curated.hidden.includes(id) ? 'hidden' : 'too-far';
  const { explained, total } = result;
  const isBeyond = total > api.MAX_EXPLAINED_RANK;
  const unfiltered = { ...query, selected: [], excluded: [], dateRange: undefined };
  const isFound = async () => {
    const { documents } = await context.space.search({ ...unfiltered, count: api.MAX_EXPLAINED_RANK });
    return rankOf(id, documents) !== null;
  };
  // A backend that does not say whether the document is a hit needs another search.
  const isMatch = explained?.isHit ?? (isBeyond || (await isFound()));
  if (!isMatch) return 'not-matching';
  return isBeyond ? 'too-far' : 'filtered';
}

/** Rank from 1; null if the document is not among them. */
function rankOf(id: string, documents: SearchResult['documents']): number | null {
  return documents.findIndex((document) => document.id === id) + 1 || null;
}

async function titleOf(id: string, space: SpaceQueries): Promise<string | undefined> {
  try {
    return (await space.document(id, { documentFacets: [] })).title;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not-found') return undefined;
    throw error;
  }
}
