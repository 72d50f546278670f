/** The operations on search events and their statistics (how-to/insight.md). */
import * as insight from '../messages/insight.ts';
import { json, type Operation, onConfiguration, operationWith, returns } from './operation.ts';

const exampleEvents = [
  { type: 'search', query: 'puma', language: 'en', results: 3, firstOfQuery: true, firstOfVisit: true },
  { type: 'click', query: 'puma', position: 1, firstOfQuery: true, firstOfVisit: true },
];
const exampleCounts = { searches: 812, withoutResults: 41, withClick: 507, clicks: 640, meanPosition: 2.4 };
/** Only totals count visits with a click; a query has its own `visits`. */
const exampleTotals = { ...exampleCounts, visits: 390, visitsWithClick: 301 };
const exampleUsages = (name: string, count: number) => [{ name, count }];

const onlyFrequent = `Only queries that at least ${insight.MIN_VISITS_OF_QUERY} visits had in the period.`;

const operation = operationWith({ tag: 'Insight', scope: 'insight:read' });

export const insightOperations: Operation[] = [
  operation('sendEvents', `POST ${onConfiguration}/events`, {
    summary: 'Count what visitors searched and opened',
    description:
      'The widgets send it with `navigator.sendBeacon`, which sends no headers: the body may have the type `text/plain`, and a publishable token may be the query parameter `access_token`. Requests with `Sec-GPC: 1` or `DNT: 1`, and all requests if the configuration has the setting `insight: off`, are not counted. Nothing about a visitor is stored.',
    scope: 'search',
    body: {
      schema: insight.SearchEvents,
      mediaTypes: [...json, 'text/plain'],
      example: { events: exampleEvents },
    },
    response: returns(
      insight.EventOutcome,
      'How many events were counted; they are stored within a second.',
      { counted: 2, dropped: 0 },
    ),
  }),
  operation('getPopularSearches', `GET ${onConfiguration}/popularSearches`, {
    summary: 'Suggest what other visitors search',
    description: `For the empty search box. Only texts that at least ${insight.MIN_VISITS_OF_QUERY} visits searched in the last 30 days in this language, that found something, and that led to a click. Empty unless the configuration has \`popularSearches.show\`, and for a token with a filter. Changes show within ten minutes.`,
    scope: 'search',
    query: insight.PopularSearchParameters,
    response: returns(insight.PopularSearches, 'Texts of searches.', { queries: ['puma', 'opening hours'] }),
  }),
  operation('getInsight', 'GET /api/insight', {
    summary: 'Read how visitors search',
    description:
      'Returns the counts of all searches in a period, compared with another period or configuration. The counts include queries that are too rare to be listed.',
    query: insight.InsightParameters,
    response: returns(insight.Insight, 'Totals, their course, and what visitors used.', {
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-02T00:00:00.000Z',
      interval: 'day',
      totals: exampleTotals,
      previous: exampleTotals,
      previousFrom: '2026-02-28T00:00:00.000Z',
      series: [{ time: '2026-03-01T00:00:00.000Z', ...exampleTotals }],
      previousSeries: [{ time: '2026-02-28T00:00:00.000Z', ...exampleTotals }],
      positions: exampleUsages('1', 310),
      filters: exampleUsages('dyn_lit_type', 96),
      features: exampleUsages('correction', 12),
      rules: exampleUsages('opening hours', 20),
      languages: exampleUsages('en', 812),
      dropped: 0,
      minimumVisits: insight.MIN_VISITS_OF_QUERY,
      retentionDays: 90,
    }),
    problems: ['not-found'],
  }),
  operation('listQueries', 'GET /api/insight/queries', {
    summary: 'List what visitors searched',
    description: onlyFrequent,
    query: insight.QueryInsightParameters,
    response: returns(insight.QueryInsights, 'Queries with their counts.', {
      queries: [{ query: 'puma', language: 'en', ...exampleCounts, visits: 390 }],
      hiddenQueries: 71,
      hiddenSearches: 88,
    }),
    problems: ['not-found'],
  }),
  operation('listRemedies', 'GET /api/insight/remedies', {
    summary: 'Compare searches before and after a curation rule',
    description:
      'Lists the rules that apply when the query equals a text. A redirect that a visitor follows counts as a click.',
    query: insight.RemedyParameters,
    response: returns(insight.Remedies, 'Rules with the counts of their queries.', {
      remedies: [
        {
          rule: 'catamount',
          query: 'catamount',
          since: '2026-03-01T09:30:00.000Z',
          before: { ...exampleCounts, visits: 390 },
          after: null,
        },
      ],
    }),
    problems: ['not-found'],
  }),
  operation('listProposals', 'GET /api/insight/proposals', {
    summary: 'Propose labels of concepts for queries without results',
    description: `Accept one with \`putConcept\`: the query becomes an alternative label. ${onlyFrequent}`,
    query: insight.ProposalParameters,
    response: returns(insight.LabelProposals, 'Queries with the concepts that visitors may have meant.', {
      space: 'animals',
      proposals: [
        {
          query: 'catamount',
          language: 'en',
          withoutResults: 41,
          resultsNow: 0,
          concepts: [{ uri: 'https://example.org/animals/puma', label: 'puma', reason: 'follows' }],
        },
      ],
    }),
    problems: ['not-found'],
  }),
  operation('exportQueries', 'GET /api/insight/queries.csv', {
    summary: 'Export what visitors searched as CSV',
    description:
      'The list of `listQueries` in UTF-8 (RFC 4180). Cells that a spreadsheet would read as a formula begin with an apostrophe.',
    query: insight.QueryInsightParameters,
    response: returns(
      insight.InsightCsv,
      'One line per query.',
      'query,language,searches,visits,withoutResults,withClick,clicks,meanPosition\r\npuma,en,812,390,41,507,640,2.4\r\n',
      { mediaType: 'text/csv' },
    ),
    problems: ['not-found'],
  }),
];
