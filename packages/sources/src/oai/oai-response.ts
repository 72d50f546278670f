/** Responses of OAI-PMH 2.0: repository, pages of records, errors. */
import { child, childText, parseXml, type XmlElement } from './xml-tree.ts';

/** An error code of the protocol, section 3.6. */
export class OaiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}${message === '' ? '' : `: ${message}`}`);
    this.name = 'OaiError';
    this.code = code;
  }
}

export interface OaiRepository {
  /** Clock of the repository, in its granularity. */
  now: string;
}

export interface OaiRecord {
  identifier: string;
  isDeleted: boolean;
  /** The element inside `metadata`, such as `oai_dc:dc`. */
  metadata: XmlElement | undefined;
}

export interface OaiPage {
  records: OaiRecord[];
  /** Undefined on the last page. */
  token: string | undefined;
}

/** Throws if the response is not one of OAI-PMH. */
export function parseIdentify(xml: string): OaiRepository {
  const response = openResponse(xml);
  const identify = child(response, 'Identify');
  if (!identify) throw new Error('no element Identify');
  const stamp = childText(response, 'responseDate') ?? '';
  if (Number.isNaN(Date.parse(stamp))) throw new Error('no responseDate');
  const [now] = new Date(stamp).toISOString().split('.');
  const hasSeconds = childText(identify, 'granularity')?.includes('hh') ?? false;
  return { now: hasSeconds ? `${now}Z` : now!.slice(0, 'YYYY-MM-DD'.length) };
}

/** Throws OaiError, or another error if the response is not one of OAI-PMH. */
export function parseRecords(xml: string): OaiPage {
  const list = child(openResponse(xml), 'ListRecords');
  if (!list) throw new Error('no element ListRecords');
  const records = list.children.filter(({ name }) => name === 'record').flatMap((each) => record(each) ?? []);
  return { records, token: childText(list, 'resumptionToken') };
}

function openResponse(xml: string): XmlElement {
  const root = parseXml(xml);
  if (root.name !== 'OAI-PMH') throw new Error(`the root element is ${root.name}, not OAI-PMH`);
  const error = child(root, 'error');
  if (error) throw new OaiError(error.attributes.code ?? 'error', error.text.trim());
  return root;
}

function record(element: XmlElement): OaiRecord | undefined {
  const header = child(element, 'header');
  const identifier = childText(header, 'identifier');
  if (identifier === undefined) return undefined;
  const isDeleted = header!.attributes.status === 'deleted';
  return { identifier, isDeleted, metadata: child(element, 'metadata')?.children[0] };
}
