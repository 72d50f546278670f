/** Proposals of labels: concepts that visitors may have meant with queries that had no results. */
import Router from '@koa/router';
import { type LabelProposals, ProposalParameters, type QueryInsight } from '@semantic-search/contract';
import { authorize } from '../auth/permission.ts';
import { type Execute, queries, type SpaceQueries } from '../backends/call.ts';
import {
  permittedConfigurations,
  type ReadableConfigurations,
} from '../configurations/permitted-configurations.ts';
import { unknownConfiguration } from '../configurations/store.ts';
import { allDocuments } from '../content/profile-space.ts';
import { disconnectSignal } from '../search/search-context.ts';
import { parseQuery } from '../validation.ts';
import type { InsightService } from './open-insight.ts';
import { fromStorage } from './routes.ts';
import { listQueries, periodOf } from './statistics.ts';

type ProposedConcept = LabelProposals['proposals'][number]['concepts'][number];

const MAX_CONCEPTS = 5;
const MAX_FOLLOWS = 3;
const MAX_WORDS = 4;
const MIN_WORD_LENGTH = 4;

export interface ProposalDependencies {
  insight: InsightService;
  configurations: ReadableConfigurations;
  execute: Execute;
  timeoutMs: number;
}

export function proposalRoutes({
  insight,
  configurations,
  execute,
  timeoutMs,
}: ProposalDependencies): Router {
  const router = new Router({ prefix: '/api/insight', sensitive: true });
  router.get('/proposals', async (ctx) => {
    const access = authorize(ctx, { scope: 'insight:read' });
    const { configuration, count = 20, ...dates } = parseQuery(ProposalParameters, ctx.query);
    const period = periodOf(dates, [configuration], Date.now());
    const entry = permittedConfigurations(access, configurations).find(configuration);
    if (!entry) throw unknownConfiguration(configuration);
    const name = entry.config.searchSpace;
    const deadline = performance.now() + timeoutMs;
    const context = { space: name, client: ctx.state.client, signal: disconnectSignal(ctx), deadline };
    const space = queries(execute, context);
    const [stored, follows] = await fromStorage(insight, () =>
      Promise.all([insight.storage.queries(period), insight.storage.follows(configuration)]),
    );
    const listed = listQueries(stored, { kind: 'withoutResults', count }).queries;
    const proposals: LabelProposals['proposals'] = [];
    // One after another: a client has few calls at a time.
    for (const { query, language, withoutResults } of listed.filter((each) => each.query !== '')) {
      const next = follows.filter((each) => each.query === query).map((each) => each.next);
      const { total: resultsNow } = await space.search({
        ...allDocuments,
        ...spoken(language),
        input: query,
      });
      const concepts =
        resultsNow > 0 ? [] : await conceptsFor({ query, language }, next.slice(0, MAX_FOLLOWS), space);
      proposals.push({ query, language, withoutResults, resultsNow, concepts });
    }
    ctx.body = { space: name, proposals } satisfies LabelProposals;
  });
  return router;
}

const spoken = (language: string) => (language === '' ? {} : { language });

/** What visits searched next comes first, because people have chosen it. */
async function conceptsFor(
  { query, language }: Pick<QueryInsight, 'query' | 'language'>,
  next: readonly string[],
  space: SpaceQueries,
): Promise<ProposedConcept[]> {
  const proposed = new Map<string, ProposedConcept>();
  const add = (reason: ProposedConcept['reason'], concepts: readonly { uri: string; label: string }[]) => {
    for (const { uri, label } of concepts) if (!proposed.has(uri)) proposed.set(uri, { uri, label, reason });
  };
  for (const input of next)
    add('follows', (await space.search({ ...allDocuments, ...spoken(language), input })).recognizedConcepts);
  add('similar', await space.suggest({ text: query, ...spoken(language), count: 3 }));
  const words = query.split(/\s+/).filter(({ length }) => length >= MIN_WORD_LENGTH);
  if (words.length > 1)
    for (const text of words.slice(0, MAX_WORDS))
      add('part', await space.suggest({ text, ...spoken(language), count: 1 }));
  return [...proposed.values()].slice(0, MAX_CONCEPTS);
}
