/** Schemas of search events and of their statistics (how-to/insight.md). */
import Type, { type Static } from 'typebox';
import { MAX_INT32, MAX_SEARCHED_CHARACTERS } from '../parts/limits.ts';
import * as t from '../parts/schema-parts.ts';

/** Rare queries could identify a visitor: with fewer visits, a query is counted, but its text is not shown or stored. */
export const MIN_VISITS_OF_QUERY = 5;
/** Maximum number of events of one token that are counted per minute; further events are dropped. */
export const MAX_EVENTS_PER_MINUTE = 3000;
/** `navigator.sendBeacon` sends at most 64 KiB (Fetch, keepalive quota); 100 usual events fit into it. */
export const MAX_EVENTS_PER_REQUEST = 100;
export const MAX_EVENT_BODY_BYTES = 64 * 1024;
/** Maximum length of a counted query, in characters. */
export const MAX_COUNTED_QUERY_LENGTH = 200;

export const SearchEvent = t.closedComponent('SearchEvent', {
  type: t.choice(
    '`search`: the visitor has stopped typing, chosen, or left. `click`: a result was opened. `filter`: a value of a facet was chosen. `similar`: similar documents were opened.',
    ['search', 'click', 'filter', 'similar'],
  ),
  query: t.text(
    `Text of the search; empty if only filters are chosen. The first ${MAX_COUNTED_QUERY_LENGTH} characters are counted.`,
    { maxLength: MAX_SEARCHED_CHARACTERS },
  ),
  ...t.optional({
    language: t.languageTag('BCP 47 language tag of the page.'),
    results: t.int32('For a `search`: total of results.'),
    corrected: t.boolean('For a `search`: the visitor followed the suggested correction.'),
    rule: t.text('For a `search`: name of the curation rule that applied.', { maxLength: 100 }),
    position: t.integer('For a `click`: rank of the result, from 1.', t.range(1, 10_000)),
    field: t.text('For a `filter`: `field` of the facet in the response.', { maxLength: 2000 }),
    firstOfQuery: t.boolean(
      '`search`: the first one of this visit with this text. `click`: the first one of this search.',
    ),
    firstOfVisit: t.boolean(
      'The first `search` of this visit, or its first `click`. A visit is a loaded page.',
    ),
    after: t.text('For a `search`: text of the previous search of this visit if that one had no results.', {
      maxLength: MAX_SEARCHED_CHARACTERS,
    }),
  }),
});
export type SearchEvent = Static<typeof SearchEvent>;

export const SearchEvents = t.closedComponent('SearchEvents', {
  events: t.list('Events in their order.', SearchEvent, { maxItems: MAX_EVENTS_PER_REQUEST }),
});
export type SearchEvents = Static<typeof SearchEvents>;

export const EventOutcome = t.closedComponent('EventOutcome', {
  counted: t.integer('Number of events that were counted.'),
  dropped: t.integer('Number of events beyond the limit per minute.'),
});
export type EventOutcome = Static<typeof EventOutcome>;

const counts = {
  searches: t.integer('Number of searches.'),
  withoutResults: t.integer('Searches without results.'),
  withClick: t.integer('Searches with at least one click.'),
  clicks: t.integer('Number of clicks.'),
  meanPosition: t.orNull(
    'Mean position of the first click after a search, from 1; null without clicks.',
    Type.Number(),
  ),
};

export const SearchCounts = t.closedComponent('SearchCounts', {
  ...counts,
  visits: t.integer('Visits with a search.'),
  visitsWithClick: t.integer('Visits in which a result was opened.'),
});
export type SearchCounts = Static<typeof SearchCounts>;

const Usage = t.closedComponent('Usage', { name: t.text('What was used.'), count: t.integer('How often.') });
const usages = (description: string) => Type.Array(Usage, { description });

const InsightInterval = t.closedComponent('InsightInterval', {
  time: t.instant('Start of the interval, UTC.'),
  ...SearchCounts.properties,
});

export const Insight = t.closedComponent('Insight', {
  from: t.instant('Start of the period, at a full hour in UTC.'),
  to: t.instant('End of the period; exclusive.'),
  interval: t.choice('Interval of `series`.', ['hour', 'day']),
  totals: { ...SearchCounts, description: 'Counts of the period.' },
  previous: { ...SearchCounts, description: 'Counts of the compared period, which has the same length.' },
  previousFrom: t.instant('Start of the compared period.'),
  series: t.list('Counts by interval; intervals without searches are included.', InsightInterval),
  previousSeries: t.list('Counts of the compared period by interval.', InsightInterval),
  positions: usages('First clicks by position, from 1; further positions count as 101.'),
  filters: usages('Chosen values by facet, only with `detailed`.'),
  features: usages('`correction` and `similar`, only with `detailed`.'),
  rules: usages('Searches by curation rule, only with `detailed`.'),
  languages: usages('Searches by language; without a language, the name is empty.'),
  dropped: t.integer('Events that exceeded the limit per minute, or could not be written.'),
  minimumVisits: t.integer('Queries with fewer visits are counted, but not listed.'),
  retentionDays: t.integer('Days after which counts are deleted.'),
});
export type Insight = Static<typeof Insight>;

const queryCounts = { ...counts, visits: t.integer('Visits that searched for it.') };

export const QueryInsight = t.closedComponent('QueryInsight', {
  query: t.text('Text of the search, in lower case, with personal data masked.'),
  language: t.text('Language of the page; empty if unknown.'),
  ...queryCounts,
});
export type QueryInsight = Static<typeof QueryInsight>;

export const QueryInsights = t.closedComponent('QueryInsights', {
  queries: t.list('Most frequent first.', QueryInsight),
  hiddenQueries: t.integer('Number of queries with fewer visits, which are not listed.'),
  hiddenSearches: t.integer('Searches of these queries; included in all totals.'),
});
export type QueryInsights = Static<typeof QueryInsights>;

export const InsightCsv = t.text('Lines of comma-separated values; the first has the names.');
export type InsightCsv = Static<typeof InsightCsv>;

const period = t.optional({
  configuration: t.integer('ID of a configuration; all if absent.', t.range(1, MAX_INT32)),
  from: t.instant('Start of the period, rounded down to the hour; by default 30 days before its end.'),
  to: t.instant('End of the period, rounded up to the hour; by default now.'),
});

export const InsightParameters = t.parameters({
  ...period,
  ...t.optional({
    compareFrom: t.instant(
      'Start of the period to compare with; by default the period directly before, or the same period for another configuration.',
    ),
    compareConfiguration: t.integer('ID of the configuration to compare with.', t.range(1, MAX_INT32)),
  }),
});
export type InsightParameters = Static<typeof InsightParameters>;

const ofConfiguration = { configuration: t.integer('ID of the configuration.', t.range(1, MAX_INT32)) };

export const RemedyParameters = t.parameters(ofConfiguration);
export type RemedyParameters = Static<typeof RemedyParameters>;

export const ProposalParameters = t.parameters({
  ...period,
  ...ofConfiguration,
  count: t.optionalCount('Maximum number of queries.', 50, 20),
});
export type ProposalParameters = Static<typeof ProposalParameters>;

export const PopularSearchParameters = t.parameters(
  t.optional({ language: t.languageTag('BCP 47 language tag of the visitor; all languages if absent.') }),
);
export type PopularSearchParameters = Static<typeof PopularSearchParameters>;

export const PopularSearches = t.component('PopularSearches', {
  queries: t.texts('Texts in lower case, the most frequent first; at most five.'),
});
export type PopularSearches = Static<typeof PopularSearches>;

const remedyCounts = (time: string) =>
  t.orNull(`Counts ${time}; null with fewer than ${MIN_VISITS_OF_QUERY} visits.`, Type.Object(queryCounts));

export const Remedies = t.component('Remedies', {
  remedies: t.objectList('Newest first; at most 50.', {
    rule: t.text('Name of the rule.'),
    query: t.text('The query to which the rule applies.'),
    since: t.instant('When the rule was last changed.'),
    before: remedyCounts('of an equal time before'),
    after: remedyCounts('from the hour of the change on'),
  }),
});
export type Remedies = Static<typeof Remedies>;

export const LabelProposals = t.component('LabelProposals', {
  space: t.text('Search space of the configuration.'),
  proposals: t.objectList('Most searches first.', {
    query: t.text('What visitors searched without results.'),
    language: t.text('Language of the page; empty if unknown.'),
    withoutResults: t.integer('Searches without results.'),
    resultsNow: t.integer('Documents that the query finds in the search space now.'),
    concepts: t.objectList(
      'Concepts for which the query could be a label, best first; at most five. Empty if the query finds documents now.',
      {
        uri: t.text('URI of the concept.'),
        label: t.text('Its preferred label.'),
        reason: t.choice(
          '`follows`: visits searched it next, or the first results of that search are about it; counted with `detailed`. `similar`: a label is spelled alike. `part`: a label is like a word of the query.',
          ['follows', 'similar', 'part'],
        ),
      },
    ),
  }),
});
export type LabelProposals = Static<typeof LabelProposals>;

export const QueryInsightParameters = t.parameters({
  ...period,
  kind: Type.Optional(
    t.choice(
      '`withoutResults`: by the number of searches without results. `withoutClicks`: by the number of searches that had results, but no click.',
      ['all', 'withoutResults', 'withoutClicks'],
      { default: 'all' },
    ),
  ),
  count: t.optionalCount('Maximum number of queries.', 1000, 50),
});
export type QueryInsightParameters = Static<typeof QueryInsightParameters>;
