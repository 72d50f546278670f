/** Proposals of labels: concepts that visitors may have meant with queries that had no results. */
import type Router from '@koa/router';
import { type LabelProposals, ProposalParameters, type QueryInsight } from '@semantic-search/contract';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { operationRoutes } from '../auth/operation-routes.ts';
import { requireAccess } from '../auth/permission.ts';
import { allDocuments } from '../backends/plain-queries.ts';
import { queries, type SpaceQueries } from '../backends/space-queries.ts';
import { permittedConfigurations } from '../configurations/permitted-configurations.ts';
import { callContext, type SearchDependencies } from '../search/search-context.ts';
import { parseQuery } from '../validation.ts';
import { fromStorage, type InsightService } from './open-insight.ts';
import { listQueries, periodOf } from './statistics.ts';

type ProposedConcept = LabelProposals['proposals'][number]['concepts'][number];

/** Maximum number of concepts that are proposed for a query. */
const MAX_CONCEPTS = 5;
/** Number of different next searches of visitors whose concepts are proposed for a query. */
const MAX_FOLLOWS = 3;
/** The first documents of a search, with their concepts. */
const firstDocuments = { ...allDocuments, count: 2, documentFacets: [ALL_CONCEPTS_FIELD] };
/** Number of words of a query that are looked up alone; shorter words rarely name a concept. */
const MAX_WORDS = 4;
const MIN_WORD_LENGTH = 4;

interface ProposalDependencies extends SearchDependencies {
  insight: InsightService;
}

export function proposalRoutes(dependencies: ProposalDependencies): Router {
  const { insight, configurations, execute, timeoutMs } = dependencies;
  return operationRoutes({
    async listProposals(ctx) {
      const { configuration, count = 20, ...dates } = parseQuery(ProposalParameters, ctx.query);
      const period = periodOf(dates, [configuration], Date.now());
      const { config } = permittedConfigurations(requireAccess(ctx), configurations).require(configuration);
      const name = config.searchSpace;
      const space = queries(execute, callContext(ctx, name, timeoutMs));
      const [stored, follows] = await fromStorage(insight, () =>
        Promise.all([insight.storage.queries(period), insight.storage.follows(configuration)]),
      );
      const listed = listQueries(stored, { kind: 'withoutResults', count }).queries;
      const proposals: LabelProposals['proposals'] = [];
      // One query after another, because a client may have only a few concurrent calls.
      for (const { query, language, withoutResults } of listed.filter((entry) => entry.query !== '')) {
        const followers = follows.filter((entry) => entry.query === query).slice(0, MAX_FOLLOWS);
        const nextQueries = followers.map(({ next }) => next);
        const search = { ...allDocuments, ...inLanguage(language), input: query };
        const { total: resultsNow } = await space.search(search);
        const concepts = resultsNow > 0 ? [] : await conceptsFor({ query, language }, nextQueries, space);
        proposals.push({ query, language, withoutResults, resultsNow, concepts });
      }
      return { space: name, proposals } satisfies LabelProposals;
    },
  });
}

const inLanguage = (language: string) => (language === '' ? {} : { language });

/** Concepts for the next searches of visits come first, because people chose these words. */
async function conceptsFor(
  { query, language }: Pick<QueryInsight, 'query' | 'language'>,
  nextQueries: readonly string[],
  space: SpaceQueries,
): Promise<ProposedConcept[]> {
  const proposed = new Map<string, ProposedConcept>();
  const add = (reason: ProposedConcept['reason'], concepts: readonly { uri: string; label: string }[]) => {
    for (const { uri, label } of concepts) if (!proposed.has(uri)) proposed.set(uri, { uri, label, reason });
  };
  for (const input of nextQueries) {
    const result = await space.search({ ...firstDocuments, ...inLanguage(language), input });
    add('follows', result.recognizedConcepts);
    // If the words name no concept, the documents that they find first are about it.
    const values = result.documents.flatMap(({ facets }) => facets.flatMap((facet) => facet.values));
    const subjects = values.map(({ value, label }) => ({ uri: value!, label }));
    if (result.recognizedConcepts.length === 0) add('follows', subjects);
  }
  add('similar', await space.suggest({ text: query, ...inLanguage(language), count: 3 }));
  const words = query.split(/\s+/).filter(({ length }) => length >= MIN_WORD_LENGTH);
  if (words.length > 1)
    for (const text of words.slice(0, MAX_WORDS))
      add('part', await space.suggest({ text, ...inLanguage(language), count: 1 }));
  return [...proposed.values()].slice(0, MAX_CONCEPTS);
}
