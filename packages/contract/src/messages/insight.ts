/** Schemas of search events and of their statistics (how-to/insight.md). */
import Type, { type Static } from 'typebox';
import { MAX_INPUT_LENGTH, MAX_INT32 } from '../parts/limits.ts';
import {
  boolean,
  closed,
  closedComponent,
  component,
  countUpTo,
  instant,
  integer,
  languageTag,
  orNull,
  text,
} from '../parts/schema-parts.ts';

/** Queries of fewer visits are counted, but not shown, and their text is not stored. */
export const MIN_VISITS_OF_QUERY = 5;
/** Events of one token that are counted per minute; further ones are dropped. */
export const MAX_EVENTS_PER_MINUTE = 3000;
export const MAX_EVENTS_PER_REQUEST = 100;
export const MAX_EVENT_BODY_BYTES = 64 * 1024;
/** Characters of a query that are counted. */
export const MAX_COUNTED_QUERY_LENGTH = 200;

export const SearchEvent = closedComponent('SearchEvent', {
  type: Type.Enum(['search', 'click', 'filter', 'similar'], {
    description:
      '`search`: the visitor has stopped typing, chosen, or left. `click`: a result was opened. `filter`: a value of a facet was chosen. `similar`: similar documents were opened.',
  }),
  query: text('Text of the search; empty if only filters are chosen. The first 200 characters are counted.', {
    maxLength: MAX_INPUT_LENGTH,
  }),
  language: Type.Optional(languageTag('BCP 47 language tag of the page.')),
  results: Type.Optional(integer('Of a `search`: total of results.', { minimum: 0, maximum: MAX_INT32 })),
  corrected: Type.Optional(boolean('Of a `search`: the visitor followed the suggested correction.')),
  rule: Type.Optional(text('Of a `search`: name of the curation rule that applied.', { maxLength: 100 })),
  position: Type.Optional(
    integer('Of a `click`: rank of the result, from 1.', { minimum: 1, maximum: 10_000 }),
  ),
  field: Type.Optional(text('Of a `filter`: `field` of the facet in the response.', { maxLength: 2000 })),
  firstOfQuery: Type.Optional(
    boolean('`search`: the first one of this visit with this text. `click`: the first one of this search.'),
  ),
  firstOfVisit: Type.Optional(
    boolean('The first `search` of this visit, or its first `click`. A visit is a loaded page.'),
  ),
  after: Type.Optional(
    text('Of a `search`: text of the previous search of this visit if that one had no results.', {
      maxLength: MAX_INPUT_LENGTH,
    }),
  ),
});
export type SearchEvent = Static<typeof SearchEvent>;

export const SearchEvents = closedComponent('SearchEvents', {
  events: Type.Array(SearchEvent, {
    maxItems: MAX_EVENTS_PER_REQUEST,
    description: 'Events in their order.',
  }),
});
export type SearchEvents = Static<typeof SearchEvents>;

export const EventOutcome = closedComponent('EventOutcome', {
  counted: integer('Number of events that were counted.'),
  dropped: integer('Number of events beyond the limit per minute.'),
});
export type EventOutcome = Static<typeof EventOutcome>;

const counts = {
  searches: integer('Number of searches.'),
  withoutResults: integer('Searches without results.'),
  withClick: integer('Searches with at least one click.'),
  clicks: integer('Number of clicks.'),
  meanPosition: orNull(
    Type.Number(),
    'Mean position of the first click of a search, from 1; null without clicks.',
  ),
};

export const SearchCounts = closedComponent('SearchCounts', {
  ...counts,
  visits: integer('Visits that searched.'),
  visitsWithClick: integer('Visits that opened a result.'),
});
export type SearchCounts = Static<typeof SearchCounts>;

const Usage = closedComponent('Usage', { name: text('What was used.'), count: integer('How often.') });
const usages = (description: string) => Type.Array(Usage, { description });

const InsightInterval = closedComponent('InsightInterval', {
  time: instant('Begin of the interval, UTC.'),
  ...SearchCounts.properties,
});

export const Insight = closedComponent('Insight', {
  from: instant('Begin of the period, at a full hour in UTC.'),
  to: instant('End of the period; exclusive.'),
  interval: Type.Enum(['hour', 'day'], { description: 'Interval of `series`.' }),
  totals: { ...SearchCounts, description: 'Counts of the period.' },
  previous: { ...SearchCounts, description: 'Counts of the compared period, which is as long.' },
  previousFrom: instant('Begin of the compared period.'),
  series: Type.Array(InsightInterval, {
    description: 'Counts by interval; intervals without searches are included.',
  }),
  previousSeries: Type.Array(InsightInterval, { description: 'The same of the compared period.' }),
  positions: usages('First clicks by position, from 1; further positions count as 101.'),
  filters: usages('Chosen values by facet, only with `detailed`.'),
  features: usages('`correction` and `similar`, only with `detailed`.'),
  rules: usages('Searches by curation rule, only with `detailed`.'),
  languages: usages('Searches by language; without a language, the name is empty.'),
  dropped: integer('Events beyond the limit per minute, or that could not be written.'),
  minimumVisits: integer('Queries of fewer visits are counted, but not listed.'),
  retentionDays: integer('Days after which counts are deleted.'),
});
export type Insight = Static<typeof Insight>;

const queryCounts = { ...counts, visits: integer('Visits that searched it.') };

export const QueryInsight = closedComponent('QueryInsight', {
  query: text('Text of the search, in lower case, with personal data masked.'),
  language: text('Language of the page; empty if unknown.'),
  ...queryCounts,
});
export type QueryInsight = Static<typeof QueryInsight>;

export const QueryInsights = closedComponent('QueryInsights', {
  queries: Type.Array(QueryInsight, { description: 'Most frequent first.' }),
  hiddenQueries: integer('Number of queries that fewer visits had, and that are not listed.'),
  hiddenSearches: integer('Searches of these queries; included in all totals.'),
});
export type QueryInsights = Static<typeof QueryInsights>;

export const InsightCsv = text('Lines of comma-separated values; the first has the names.');
export type InsightCsv = Static<typeof InsightCsv>;

const period = {
  configuration: Type.Optional(
    integer('Id of a configuration; all if absent.', { minimum: 1, maximum: MAX_INT32 }),
  ),
  from: Type.Optional(
    instant('Begin of the period, rounded down to the hour; by default 30 days before its end.'),
  ),
  to: Type.Optional(instant('End of the period, rounded up to the hour; by default now.')),
};

export const InsightParameters = Type.Object(
  {
    ...period,
    compareFrom: Type.Optional(
      instant(
        'Begin of the period to compare with; by default directly before, or equal for another configuration.',
      ),
    ),
    compareConfiguration: Type.Optional(
      integer('Id of the configuration to compare with.', { minimum: 1, maximum: MAX_INT32 }),
    ),
  },
  closed,
);
export type InsightParameters = Static<typeof InsightParameters>;

const ofConfiguration = {
  configuration: integer('Id of the configuration.', { minimum: 1, maximum: MAX_INT32 }),
};

export const RemedyParameters = Type.Object(ofConfiguration, closed);
export type RemedyParameters = Static<typeof RemedyParameters>;

export const ProposalParameters = Type.Object(
  {
    ...period,
    ...ofConfiguration,
    count: countUpTo(50, 20, 'Maximum number of queries.'),
  },
  closed,
);
export type ProposalParameters = Static<typeof ProposalParameters>;

const remedyCounts = (description: string) => orNull(Type.Object(queryCounts), description);

export const Remedies = component('Remedies', {
  remedies: Type.Array(
    Type.Object({
      rule: text('Name of the rule.'),
      query: text('The query for which it applies.'),
      since: instant('When the rule became what it is.'),
      before: remedyCounts('Counts of an equal time before; null with fewer than five visits.'),
      after: remedyCounts('Counts from the hour of the change on; null with fewer than five visits.'),
    }),
    { description: 'Newest first; at most 50.' },
  ),
});
export type Remedies = Static<typeof Remedies>;

export const LabelProposals = component('LabelProposals', {
  space: text('Search space of the configuration.'),
  proposals: Type.Array(
    Type.Object({
      query: text('What visitors searched without results.'),
      language: text('Language of the page; empty if unknown.'),
      withoutResults: integer('Searches without results.'),
      resultsNow: integer('Documents that the query finds in the search space now.'),
      concepts: Type.Array(
        Type.Object({
          uri: text('URI of the concept.'),
          label: text('Its preferred label.'),
          reason: Type.Enum(['follows', 'similar', 'part'], {
            description:
              '`follows`: visits searched it next, with results; counted with `detailed`. `similar`: a label is spelled alike. `part`: a label is like a word of the query.',
          }),
        }),
        {
          description:
            'Concepts that the query could be a label of, best first; at most five. None if it finds documents now.',
        },
      ),
    }),
    { description: 'Most searches first.' },
  ),
});
export type LabelProposals = Static<typeof LabelProposals>;

export const QueryInsightParameters = Type.Object(
  {
    ...period,
    kind: Type.Optional(
      Type.Enum(['all', 'withoutResults', 'withoutClicks'], {
        default: 'all',
        description:
          '`withoutResults`: by the number of searches without results. `withoutClicks`: by the number of searches that had results, but no click.',
      }),
    ),
    count: countUpTo(1000, 50, 'Maximum number of queries.'),
  },
  closed,
);
export type QueryInsightParameters = Static<typeof QueryInsightParameters>;
