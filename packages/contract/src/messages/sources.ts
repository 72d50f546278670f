/** Schemas of sources: websites, repositories and feeds that a server reads into a search space. */
import Type, { type Static } from 'typebox';
import * as t from '../parts/schema-parts.ts';

/** Limits of a line without control characters, which commands cannot contain. */
const lineLimits = (max: number) => ({ ...t.length(1, max), pattern: '^[^\\u0000-\\u001f\\u007f]+$' });
const optionalPatterns = (description: string) =>
  Type.Optional(t.list(description, Type.String(lineLimits(500)), { maxItems: 100 }));
const optionalSelector = (description: string) => Type.Optional(t.text(description, lineLimits(500)));

/** Settings of a source: addresses to read, and when. */
export const SourceSettings = t.closedComponent('SourceSettings', {
  starts: t.list(
    'Addresses of pages, sitemaps or feeds, with `http:` or `https:`, without a name or password.',
    Type.String(lineLimits(2000)),
    { minItems: 1, maxItems: 100 },
  ),
  include: optionalPatterns('Only pages with matching paths, such as `/news/` or `*.pdf`, are indexed.'),
  exclude: optionalPatterns('Matching paths are not requested.'),
  content: optionalSelector('CSS selector of the main content.'),
  ignore: optionalSelector('CSS selector of elements to leave out.'),
  maxPages: t.optionalCount('Maximum number of requested pages.', 200_000, 20_000),
  schedule: Type.Optional(
    t.text(
      'Cron pattern with five parts in the time zone of the server; absent if the source only runs when it is started.',
      { maxLength: 100 },
    ),
  ),
});
export type SourceSettings = Static<typeof SourceSettings>;

/** A component of its own: the API description lets members of requests be null, but not members of responses. */
export const SourceRequest = t.closedComponent('SourceRequest', SourceSettings.properties);
export type SourceRequest = Static<typeof SourceRequest>;

export const SpaceSource = t.component('SpaceSource', {
  id: t.text('ID of the source in `semantic-search sources`.'),
  command: t.text('The command that the server runs, such as `crawl https://www.example.org/`.'),
  settings: Type.Optional({
    ...SourceSettings,
    description: 'Absent for a source that the command line made; it cannot be changed here.',
  }),
  schedule: t.orNull('Cron pattern in the time zone of the server; null if there is none.', Type.String()),
  next: t.orNull('Time of the next run; null if none is planned.', Type.String({ format: 'date-time' })),
  last: Type.Optional(
    t.object('The last run; absent before the first one.', {
      started: t.instant('Start of the run.'),
      finished: Type.Optional(t.instant('End of the run; absent while it runs.')),
      succeeded: Type.Optional(t.boolean('Whether the command succeeded; absent while it runs.')),
      visited: Type.Optional(t.integer('While it runs: addresses read so far.')),
      known: Type.Optional(t.integer('While it runs: addresses found so far.')),
      message: Type.Optional(t.text('Last line that the command printed.')),
    }),
  ),
});
export type SpaceSource = Static<typeof SpaceSource>;

export const SourceDeletion = t.outcome('SourceDeletion', { id: t.text('ID of the source.') });
export type SourceDeletion = Static<typeof SourceDeletion>;

const addressOutcome = t.choice('What the run did with an address.', [
  'indexed',
  'unchanged',
  'removed',
  'skipped',
  'failed',
]);

export const SourceReportParameters = t.parameters({
  outcome: Type.Optional(addressOutcome),
  reason: Type.Optional(t.text('Only addresses with this `reason` of `counts`.', { maxLength: 500 })),
  address: Type.Optional(t.text('Only addresses that contain this text.', { maxLength: 2000 })),
  count: t.optionalCount('Maximum number of addresses.', 1000, 100),
});
export type SourceReportParameters = Static<typeof SourceReportParameters>;

export const SourceReport = t.component('SourceReport', {
  counts: t.objectList('All addresses of the run by outcome and reason, most first.', {
    outcome: addressOutcome,
    reason: t.text('Kind of reason.'),
    count: t.integer('Number of addresses.'),
  }),
  addresses: t.objectList('The first matching addresses.', {
    address: t.text('Address.'),
    outcome: addressOutcome,
    reason: t.text('Why, in full.'),
  }),
  total: t.integer('Number of matching addresses.'),
});
export type SourceReport = Static<typeof SourceReport>;

export const SourceTrialParameters = t.parameters({
  address: t.text('Address of a page.', t.length(1, 2000)),
});
export type SourceTrialParameters = Static<typeof SourceTrialParameters>;

export const SourceTrial = t.component('SourceTrial', {
  addresses: t.list('Requested addresses: the given one and the targets of its redirects.', Type.String()),
  reason: Type.Optional(t.text('Why the page would not be indexed; absent if it would be.')),
  canonical: Type.Optional(t.text('The canonical address of the page, if it differs.')),
  title: Type.Optional(t.text('Title of the page.')),
  text: Type.Optional(t.text('Start of the text that would be indexed.')),
  links: t.list('Addresses that the page links to; at most 1000.', Type.String()),
});
export type SourceTrial = Static<typeof SourceTrial>;
