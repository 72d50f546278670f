/** OAI-PMH repository on a free local port, whose records and faults a test changes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RepositoryRecord {
  title: string;
  stamp: string;
  deleted?: boolean;
  /** Further elements of Dublin Core. */
  elements?: string;
}

export interface Repository {
  url: string;
  /** By identifier, in the order of the list. */
  records: Map<string, RepositoryRecord>;
  /** `from` of each list request, or its token. */
  lists: string[];
  /** Clock of the repository, in days of January 2026. */
  day: number;
  /** Number of the list requests after which tokens expire once. */
  expireAfter: number;
  /** Whether the second page leads back to the first token. */
  loops: boolean;
  /** Status of the errors of the protocol. */
  errorStatus: number;
  /** Whether responses are cut off in the middle. */
  isCut: boolean;
  close(): Promise<void>;
}

const PAGE_SIZE = 2;

export async function repository(granularity = 'YYYY-MM-DDThh:mm:ssZ'): Promise<Repository> {
  const server = createServer((request, response) => {
    const query = new URL(request.url!, own.url).searchParams;
    const body = query.get('verb') === 'Identify' ? identify(own, granularity) : list(own, query);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
      <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>${stampOf(own.day)}</responseDate>${body}</OAI-PMH>`;
    response.setHeader('content-type', 'text/xml; charset=utf-8');
    if (body.startsWith('<error')) response.statusCode = own.errorStatus;
    response.end(own.isCut ? xml.slice(0, -20) : xml);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const own: Repository = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oai`,
    records: new Map(),
    lists: [],
    day: 10,
    expireAfter: Number.POSITIVE_INFINITY,
    loops: false,
    errorStatus: 200,
    isCut: false,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return own;
}

export const stampOf = (day: number) => `2026-01-${String(day).padStart(2, '0')}T12:00:00Z`;

function identify({ url }: Repository, granularity: string): string {
  return `<Identify><repositoryName>R</repositoryName><baseURL>${url}</baseURL><granularity>${granularity}</granularity></Identify>`;
}

function list(own: Repository, query: URLSearchParams): string {
  const token = query.get('resumptionToken');
  const [from, offset] =
    token === null ? [query.get('from') ?? '', 0] : [token.split('|')[0]!, Number(token.split('|')[1])];
  own.lists.push(token === null ? `from ${from}` : `token ${token}`);
  if (token !== null && own.lists.length > own.expireAfter) {
    own.expireAfter = Number.POSITIVE_INFINITY;
    return '<error code="badResumptionToken">expired</error>';
  }
  const listed = [...own.records].filter(([, { stamp }]) => stamp >= from);
  if (listed.length === 0) return '<error code="noRecordsMatch"/>';
  const shown = listed.slice(offset, offset + PAGE_SIZE).map(([id, record]) => recordXml(id, record));
  const next = own.loops ? (offset % (2 * PAGE_SIZE)) + PAGE_SIZE : offset + PAGE_SIZE;
  const more =
    own.loops || next < listed.length
      ? `<resumptionToken>${from}|${next}</resumptionToken>`
      : '<resumptionToken/>';
  return `<ListRecords>${shown.join('')}${more}</ListRecords>`;
}

function recordXml(id: string, { title, stamp, deleted, elements = '' }: RepositoryRecord): string {
  const header = `<identifier>${id}</identifier><datestamp>${stamp}</datestamp>`;
  if (deleted) return `<record><header status="deleted">${header}</header></record>`;
  return `<record><header>${header}</header><metadata>
    <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:title>${title}</dc:title>${elements}</oai_dc:dc></metadata></record>`;
}
