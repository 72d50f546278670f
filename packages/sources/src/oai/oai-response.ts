/** Responses of OAI-PMH 2.0: repository, pages of records, errors. */
import { readIsoDate } from '@semantic-search/query/dates';
import type { Fetched } from '../fetch/fetcher.ts';
import { decodeMarkup } from '../html/tree/decode.ts';
import type { Document } from '../source.ts';
import { child, childText, elements, parseXml, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { dublinCoreDocument } from './dublin-core.ts';

/** A record; a text instead of the document is the reason why it has none. */
export type OaiRecord = { identifier: string; document: Document | string };

export interface OaiPage {
  records: OaiRecord[];
  /** Undefined on the last page. */
  token?: string | undefined;
  /** Clock of the repository, in its granularity; in a response to `Identify`. */
  clock?: string;
  /** An error of the protocol, section 3.6, such as `noRecordsMatch`. */
  error?: { code: string; message: string };
}

export type OaiResponse = Pick<Fetched, 'status' | 'body' | 'contentType'>;
export const oaiResponseModule = import.meta.url;

/** Called in the isolated process. Null for an HTTP error. Throws if the response is not an OAI-PMH response. */
export default ({ status, body, contentType }: OaiResponse): OaiPage | null => {
  const records: OaiRecord[] = [];
  const { root, isComplete } = parseXml(decodeMarkup(body, contentType), {
    roots: ['oai-pmh'],
    records: ['record'],
    onRecord: (element) => records.push(...recordsIn(element)),
  });
  const isOai = root?.name === 'OAI-PMH';
  const error = isOai ? child(root, 'error') : undefined;
  // Some repositories send OAI-PMH errors with an HTTP error status.
  if (error) {
    const { code = 'error' } = error.attribs;
    return { records: [], error: { code, message: [code, textOf(error).trim()].filter(Boolean).join(': ') } };
  }
  if (status !== 200) return null;
  if (!isOai) throw new Error(`the root element is ${root?.name ?? 'missing'}, not OAI-PMH`);
  // A response that was cut off must not pass for a complete one.
  if (!isComplete) throw new Error('the response is cut off');
  const identify = child(root, 'Identify');
  if (identify) return { records, clock: clockOf(root, identify) };
  const list = child(root, 'ListRecords');
  if (!list) throw new Error('no element Identify or ListRecords');
  return { records, token: childText(list, 'resumptionToken') };
};

function clockOf(root: XmlElement, identify: XmlElement): string {
  const stamp = readIsoDate(childText(root, 'responseDate') ?? '');
  if (!stamp) throw new Error('no responseDate');
  const [now] = new Date(stamp.start).toISOString().split('.');
  const hasSeconds = childText(identify, 'granularity')?.includes('hh') ?? false;
  return hasSeconds ? `${now}Z` : now!.slice(0, 'YYYY-MM-DD'.length);
}

/** Empty for a record without an identifier, which the protocol does not allow. */
function recordsIn(element: XmlElement): OaiRecord[] {
  const header = child(element, 'header');
  const identifier = childText(header, 'identifier');
  if (identifier === undefined) return [];
  const metadata = child(element, 'metadata');
  // The root of the metadata, such as `oai_dc:dc`.
  const [fields] = metadata ? elements(metadata) : [];
  const isDeleted = header!.attribs.status === 'deleted';
  const document = fields && !isDeleted ? dublinCoreDocument(identifier, fields) : null;
  const reason = isDeleted ? 'deleted in the repository' : 'neither title nor description';
  return [{ identifier, document: document ?? reason }];
}
