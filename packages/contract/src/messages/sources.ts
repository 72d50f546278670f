/** Schemas of sources: websites that a server crawls into a search space (how-to/crawl-a-website.md). */
import Type, { type Static } from 'typebox';
import {
  boolean,
  closed,
  closedComponent,
  component,
  countUpTo,
  instant,
  integer,
  message,
  orNull,
  text,
} from '../parts/schema-parts.ts';

/** Without control characters, which no command can have. */
const line = (maxLength: number) => ({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });
const patterns = (description: string) =>
  Type.Optional(Type.Array(Type.String(line(500)), { maxItems: 100, description }));
const selector = (description: string) => Type.Optional(Type.String({ ...line(500), description }));

/** What a source reads, and when. */
export const SourceSettings = closedComponent('SourceSettings', {
  starts: Type.Array(Type.String(line(2000)), {
    minItems: 1,
    maxItems: 100,
    description:
      'Addresses of pages, sitemaps or feeds, with `http:` or `https:`, without a name or password.',
  }),
  include: patterns('Only pages with matching paths, such as `/news/` or `*.pdf`, are indexed.'),
  exclude: patterns('Matching paths are not requested.'),
  content: selector('CSS selector of the main content.'),
  ignore: selector('CSS selector of elements to leave out.'),
  maxPages: countUpTo(200_000, 20_000, 'Maximum number of requested pages.'),
  schedule: Type.Optional(
    text(
      'Cron pattern with five parts in the time zone of the server; absent if it only runs when it is started.',
      { maxLength: 100 },
    ),
  ),
});
export type SourceSettings = Static<typeof SourceSettings>;

/** A component of its own, because members of a request may be null. */
export const SourceRequest = closedComponent('SourceRequest', SourceSettings.properties);
export type SourceRequest = Static<typeof SourceRequest>;

export const SpaceSource = component('SpaceSource', {
  id: text('Id of the source in `semantic-search sources`.'),
  command: text('The command that the server runs, such as `crawl https://www.example.org/`.'),
  settings: Type.Optional({
    ...SourceSettings,
    description: 'Absent for a source that the command line made; it cannot be changed here.',
  }),
  schedule: orNull(Type.String(), 'Cron pattern in the time zone of the server; null if there is none.'),
  next: orNull(Type.String({ format: 'date-time' }), 'Time of the next run; null if none is planned.'),
  last: Type.Optional(
    Type.Object(
      {
        started: instant('Start of the run.'),
        finished: Type.Optional(instant('End of the run; absent while it runs.')),
        succeeded: Type.Optional(boolean('Whether the command succeeded; absent while it runs.')),
        visited: Type.Optional(integer('While it runs: addresses read so far.')),
        known: Type.Optional(integer('While it runs: addresses found so far.')),
        message: Type.Optional(text('Last line that the command printed.')),
      },
      { description: 'The last run; absent before the first one.' },
    ),
  ),
});
export type SpaceSource = Static<typeof SpaceSource>;

export const SourceDeletion = component('SourceDeletion', { message, id: text('Id of the source.') });
export type SourceDeletion = Static<typeof SourceDeletion>;

const outcome = Type.Enum(['indexed', 'unchanged', 'removed', 'skipped', 'failed'], {
  description: 'What the run did with an address.',
});

export const MAX_REPORTED_ADDRESSES = 1000;

export const SourceReportParameters = Type.Object(
  {
    outcome: Type.Optional(outcome),
    reason: Type.Optional(text('Only addresses with this `reason` of `counts`.', { maxLength: 500 })),
    address: Type.Optional(text('Only addresses that contain this text.', { maxLength: 2000 })),
    count: countUpTo(MAX_REPORTED_ADDRESSES, 100, 'Maximum number of addresses.'),
  },
  closed,
);
export type SourceReportParameters = Static<typeof SourceReportParameters>;

export const SourceReport = component('SourceReport', {
  counts: Type.Array(
    Type.Object({ outcome, reason: text('Kind of reason.'), count: integer('Number of addresses.') }),
    { description: 'All addresses of the run by outcome and reason, most first.' },
  ),
  addresses: Type.Array(Type.Object({ address: text('Address.'), outcome, reason: text('Why, in full.') }), {
    description: 'The first matching addresses.',
  }),
  total: integer('Number of matching addresses.'),
});
export type SourceReport = Static<typeof SourceReport>;

export const SourceTrialParameters = Type.Object(
  { address: text('Address of a page.', { minLength: 1, maxLength: 2000 }) },
  closed,
);
export type SourceTrialParameters = Static<typeof SourceTrialParameters>;

export const SourceTrial = component('SourceTrial', {
  addresses: Type.Array(Type.String(), {
    description: 'Requested addresses: the given one and those that it redirects to.',
  }),
  reason: Type.Optional(text('Why the page would not be indexed; absent if it would be.')),
  canonical: Type.Optional(text('Address that the page names as its own, if it is another one.')),
  title: Type.Optional(text('Title of the page.')),
  text: Type.Optional(text('Begin of the text that would be indexed.')),
  links: Type.Array(Type.String(), { description: 'Addresses that the page links to; at most 1000.' }),
});
export type SourceTrial = Static<typeof SourceTrial>;
