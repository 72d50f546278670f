/** The operations on sources of search spaces (reference/http-api.md#search-spaces). */
import * as sources from '../messages/sources.ts';
import { jsonBody, type Operation, onSpace, operationWith, returns } from './operation.ts';

const onSources = `${onSpace}/sources`;
const onSource = `${onSources}/{source}`;
const settings = { starts: ['https://www.example.org/'], exclude: ['/internal/'], schedule: '0 3 * * *' };
const source = {
  id: '3f1c0b52',
  command: 'crawl https://www.example.org/ --space=site --exclude=/internal/ --max-pages=20000',
  settings,
  schedule: settings.schedule,
  next: '2026-03-02T03:00:00.000Z',
};
const running = { ...source, last: { started: '2026-03-01T09:30:00.000Z', visited: 12, known: 80 } };
const body = jsonBody(sources.SourceRequest, settings);
const response = returns(sources.SpaceSource, 'The source.', source);
const noRunner = 'A server that is embedded in a program runs no sources and returns 503.';

const operation = operationWith({ tag: 'Spaces', scope: 'spaces:write' });

export const sourceOperations: Operation[] = [
  operation('createSource', `POST ${onSources}`, {
    summary: 'Create a source: a website that the server crawls',
    description:
      'Nothing is read before the source is started, or its schedule is due. A missing search space is created. A crawl does not reach private networks unless the server allows it with `CRAWL_PRIVATE_NETWORKS`.',
    body,
    response: { ...response, description: 'The new source.' },
  }),
  operation('getSource', `GET ${onSource}`, {
    summary: 'Read a source with its last run',
    description: 'Repeat the request every few seconds to follow a run: `last` has its progress.',
    response: { ...response, example: running },
  }),
  operation('replaceSource', `PUT ${onSource}`, {
    summary: 'Change a source',
    description: 'Applies to the next run. A source that the command line made returns 409: change it there.',
    body,
    response: { ...response, description: 'The changed source.' },
    problems: ['conflict'],
  }),
  operation('deleteSource', `DELETE ${onSource}`, {
    summary: 'Delete a source',
    description: 'A run is ended. The documents stay.',
    response: returns(sources.SourceDeletion, 'The source is deleted.', {
      message: 'The source is deleted. Its documents stay.',
      id: source.id,
    }),
  }),
  operation('startSource', `POST ${onSource}/run`, {
    summary: 'Start a run of a source',
    description: `The run continues if the client leaves. A run that is already in progress continues. ${noRunner}`,
    response: { ...response, description: 'The source; its run starts within a second.' },
  }),
  operation('stopSource', `DELETE ${onSource}/run`, {
    summary: 'Stop the run of a source',
    description: `The next run resumes it. Without a run in progress, nothing changes. ${noRunner}`,
    response,
  }),
  operation('getSourceReport', `GET ${onSource}/report`, {
    summary: 'Read what the last run did with each address',
    description:
      'Shows why a page is not in the search space. An address that is not listed was not found: no page links to it, or it is outside the scope of the source.',
    query: sources.SourceReportParameters,
    response: returns(sources.SourceReport, 'The report; empty before the first run.', {
      counts: [
        { outcome: 'indexed', reason: 'new', count: 78 },
        { outcome: 'skipped', reason: 'noindex', count: 1 },
      ],
      addresses: [{ address: 'https://www.example.org/login', outcome: 'skipped', reason: 'noindex' }],
      total: 1,
    }),
  }),
  operation('trySourceAddress', `GET ${onSource}/trial`, {
    summary: 'Try one address as a run would read it',
    description: `Requests the page and changes nothing. ${noRunner}`,
    query: sources.SourceTrialParameters,
    response: returns(
      sources.SourceTrial,
      'The page as it would be indexed, or the reason why it would not be.',
      {
        addresses: ['https://www.example.org/login'],
        reason: 'disallowed by robots.txt',
        links: [],
      },
    ),
    problems: ['conflict'],
  }),
];
