/** HTML documents: what the extraction finds on a page, and members that replace it. */
import { type DocumentInput, documentLimits } from '@semantic-search/contract';
import { type ReadDocument, STANDARD_MEMBERS, validationError } from '@semantic-search/engine';
import type { Document } from '@semantic-search/sources';
import type { PageToRead } from '@semantic-search/sources/html';

/** A document whose absent members come from its page. Null members count as absent. */
export interface HtmlDocument extends DocumentInput {
  html: string;
}

/** Converts documents with a member `html`. */
export interface HtmlConverter {
  /** Throws an error with the reason if the page cannot be read. */
  convert(document: HtmlDocument): Promise<DocumentInput>;
  /** Converts the documents of a stream that are HTML. A page that cannot be read becomes an invalid line. */
  convertAll(documents: AsyncIterable<ReadDocument>): AsyncIterable<ReadDocument>;
}

export function htmlConverter(): HtmlConverter {
  let reader: ReturnType<typeof openReader> | undefined;

  /** Loaded late, because most servers receive no HTML. */
  async function openReader() {
    const { readPage } = await import('@semantic-search/sources/html');
    const { isolatedProcess } = await import('@semantic-search/sources/isolation');
    const isolated = isolatedProcess();
    return (page: PageToRead) => readPage(isolated, page);
  }

  async function convert({ html, ...given }: HtmlDocument): Promise<DocumentInput> {
    if (typeof html !== 'string') throw new Error('html must be a string.');
    if (html.length > documentLimits.htmlLength)
      throw new Error(`html has more than ${documentLimits.htmlLength} characters.`);
    const address = given.link || given.id;
    reader ??= openReader();
    const page = documentInput((await (await reader)({ html, address })).document);
    const explicit = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
    const link = webAddress.test(address) ? { link: address } : { link: undefined };
    return { ...page, ...link, ...Object.fromEntries(explicit), id: given.id };
  }

  return {
    convert,
    async *convertAll(documents) {
      for await (const read of documents)
        yield 'document' in read && isHtml(read.document)
          ? await convertLine(read.line, read.document)
          : read;
    },
  };

  async function convertLine(line: number, given: HtmlDocument): Promise<ReadDocument> {
    try {
      const document = await convert(given);
      const message = validationError(document);
      return message === undefined ? { line, document } : { line, message };
    } catch (error) {
      return { line, message: (error as Error).message };
    }
  }
}

const webAddress = /^https?:\/\//i;

export function isHtml(document: object): document is HtmlDocument {
  return 'html' in document && document.html !== null && document.html !== undefined;
}

/** A page as a document. Breadcrumbs and values that the page declares become attributes. */
export function documentInput({ attributes, sections, warnings, ...document }: Document): DocumentInput {
  return { ...declaredMembers(attributes), ...document, ...(sections.length > 0 && { sections }) };
}

const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype', 'html']);

/** A page can declare attributes, the type, the language and subjects; other members are taken from its content. */
function declaredMembers(attributes: Document['attributes']): Record<string, string | string[]> {
  const members = Object.entries(attributes).flatMap(([name, values]) => {
    if (name === 'type' || name === 'language') return values[0] === undefined ? [] : [[name, values[0]]];
    const isReserved = FORBIDDEN_NAMES.has(name) || (STANDARD_MEMBERS.has(name) && name !== 'subjects');
    return isReserved ? [] : [[name, values]];
  });
  return Object.fromEntries(members);
}
