/** Tools for agents: each runs one search operation. */
import * as api from '@semantic-search/contract';
import { QueryError } from '@semantic-search/engine';
import type { Context } from 'koa';
import type { Static } from 'typebox';
import { authorize } from '../auth/permission.ts';
import { invalidMember } from '../errors/problem.ts';
import { readFullDocument, runPassages, runSearch, runSimilar, runSuggestion } from '../search/operations.ts';
import {
  createSearchContext,
  type SearchContext,
  type SearchDependencies,
} from '../search/search-context.ts';
import { parse } from '../validation.ts';
import { agentDocument, agentFacets, agentPassage, documentHead } from './agent-documents.ts';
import { blankHidden } from './plain-text.ts';

type Arguments<Name extends api.AgentToolName> = Omit<
  Static<(typeof api.agentTools)[Name]['input']>,
  'configuration'
>;

/** The function of each tool. */
const runners: {
  [Name in api.AgentToolName]: (context: SearchContext, request: Arguments<Name>) => Promise<object>;
} = {
  search: searchWithPassages,
  suggest_concepts: suggestConcepts,
  read_document: readDocument,
  similar_documents: findSimilar,
};

export function isToolName(name: string): name is api.AgentToolName {
  return Object.hasOwn(api.agentTools, name);
}

/** Throws problems, as the operations of the API do. */
export async function callTool(
  ctx: Context,
  name: api.AgentToolName,
  input: unknown,
  dependencies: SearchDependencies,
): Promise<object> {
  const { configuration, ...request } = parse(api.agentTools[name].input, input);
  authorize(ctx, { scope: 'search', configuration });
  const context = await createSearchContext(ctx, dependencies, configuration);
  // The arguments have the type of this tool: its own schema has validated them.
  return runners[name](context, request as never);
}

async function searchWithPassages(
  context: SearchContext,
  request: Arguments<'search'>,
): Promise<api.AgentSearchResult> {
  const { input = '', language, selectedFacets, excludedFacets, dateRange, start = 0 } = request;
  const query = { input, language, selectedFacets, excludedFacets, dateRange };
  const isFirstPage = start === 0 && input !== '';
  const [response, passages] = await Promise.all([
    runSearch(context, request),
    isFirstPage ? runPassages(context, query).catch(ignoreMissingTexts) : undefined,
  ]);
  return {
    total: response.total,
    start,
    results: response.result.map(agentDocument),
    passages: passages?.result.map(agentPassage) ?? [],
    facets: response.facets.map(agentFacets),
    recognizedConcepts: response.query.concepts.map(({ uri, label }) => ({ uri, label })),
    ...(response.suggestion !== undefined && { didYouMean: response.suggestion }),
  };
}

/** Handler of an error: ignores that a remote service returns no texts and therefore no passages. Throws other errors. */
function ignoreMissingTexts(error: unknown): undefined {
  const { cause } = error as { cause?: unknown };
  const isWithoutTexts = cause instanceof QueryError && cause.code === 'limit-exceeded';
  if (!isWithoutTexts) throw error;
}

async function suggestConcepts(
  context: SearchContext,
  request: Arguments<'suggest_concepts'>,
): Promise<api.AgentSuggestions> {
  const { result } = await runSuggestion(context, request);
  const concepts = result.map(({ field, value, label, context: broader, count }) => {
    return { field, value, label, broader, count };
  });
  return { concepts };
}

async function readDocument(
  context: SearchContext,
  request: Arguments<'read_document'>,
): Promise<api.AgentFullDocument> {
  const { offset = 0, length = api.DEFAULT_AGENT_TEXT_LENGTH, ...parameters } = request;
  const document = await readFullDocument(context, parameters);
  const text = document.description;
  if (offset > text.length)
    throw invalidMember('offset', `must be at most ${text.length}, the length of the text`);
  return {
    ...documentHead({ ...document, language: document.language ?? undefined }),
    concepts: document.concepts.map(({ uri, label }) => ({ uri, label })),
    text: blankHidden(text.slice(offset, endOfPart(text, offset + length))),
    offset,
    length: text.length,
  };
}

/** End of a part of the text. If it would split a surrogate pair, it is after the pair. */
function endOfPart(text: string, end: number): number {
  const isSplit = end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '');
  return isSplit ? end + 1 : end;
}

async function findSimilar(
  context: SearchContext,
  request: Arguments<'similar_documents'>,
): Promise<api.AgentDocumentList> {
  const { result } = await runSimilar(context, request);
  return { results: result.map(agentDocument) };
}
