/** Responses of OAI-PMH 2.0: repository, pages of records, errors. */
import { readIsoDate } from '@semantic-search/query/dates';
import { decodeMarkup } from '../html/tree/decode.ts';
import type { Document } from '../source.ts';
import { child, childText, elements, parseXml, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { dublinCoreDocument } from './dublin-core.ts';

/** An error code of the protocol, section 3.6. */
export class OaiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}${message === '' ? '' : `: ${message}`}`);
    this.name = 'OaiError';
    this.code = code;
  }
}

export interface OaiRecord {
  identifier: string;
  isDeleted: boolean;
  /** Null if there is neither a title nor a description. */
  document: Document | null;
}

export interface OaiPage {
  records: OaiRecord[];
  /** Undefined on the last page. */
  token: string | undefined;
}

export interface OaiResponse {
  verb: string;
  status: number;
  body: Uint8Array;
  contentType: string;
}

export const oaiResponseModule = import.meta.url;

/** Called in the isolated process. `Identify` returns the clock. Null for an HTTP error without an OAI-PMH error. */
export default ({ verb, status, body, contentType }: OaiResponse): string | OaiPage | null => {
  const xml = decodeMarkup(body, contentType);
  try {
    const response = verb === 'Identify' ? parseIdentify(xml) : parseRecords(xml);
    return status === 200 ? response : null;
  } catch (error) {
    // Some repositories send OAI-PMH errors with an HTTP error status.
    if (status === 200 || error instanceof OaiError) throw error;
    return null;
  }
};

/** Clock of the repository, in its granularity. Throws if the response is not one of OAI-PMH. */
function parseIdentify(xml: string): string {
  const root = openResponse(xml);
  const identify = child(root, 'Identify');
  if (!identify) throw new Error('no element Identify');
  const stamp = readIsoDate(childText(root, 'responseDate') ?? '');
  if (!stamp) throw new Error('no responseDate');
  const [now] = new Date(stamp.start).toISOString().split('.');
  const hasSeconds = childText(identify, 'granularity')?.includes('hh') ?? false;
  return hasSeconds ? `${now}Z` : now!.slice(0, 'YYYY-MM-DD'.length);
}

/** Throws OaiError, or another error if the response is not one of OAI-PMH. */
function parseRecords(xml: string): OaiPage {
  const records: OaiRecord[] = [];
  const root = openResponse(xml, (element) => records.push(...recordsIn(element)));
  const list = child(root, 'ListRecords');
  if (!list) throw new Error('no element ListRecords');
  return { records, token: childText(list, 'resumptionToken') };
}

/** A response that was cut off must not pass for a complete one. */
function openResponse(xml: string, onRecord: (element: XmlElement) => void = () => undefined) {
  const { root, isComplete } = parseXml(xml, { roots: ['oai-pmh'], records: ['record'], onRecord });
  if (root?.name !== 'OAI-PMH')
    throw new Error(`the root element is ${root?.name ?? 'missing'}, not OAI-PMH`);
  const error = child(root, 'error');
  if (error) throw new OaiError(error.attribs.code ?? 'error', textOf(error).trim());
  if (!isComplete) throw new Error('the response is cut off');
  return root;
}

/** Empty for a record without an identifier, which the protocol does not allow. */
function recordsIn(element: XmlElement): OaiRecord[] {
  const header = child(element, 'header');
  const identifier = childText(header, 'identifier');
  if (identifier === undefined) return [];
  const isDeleted = header!.attribs.status === 'deleted';
  const metadata = child(element, 'metadata');
  // The root of the metadata, such as `oai_dc:dc`.
  const [fields] = metadata ? elements(metadata) : [];
  const document = fields && !isDeleted ? dublinCoreDocument(identifier, fields) : null;
  return [{ identifier, isDeleted, document }];
}
