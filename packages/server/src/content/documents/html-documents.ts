/** Conversion of HTML documents: the page is extracted, and members of the document take precedence. */
import { type DocumentInput, documentLimits } from '@semantic-search/contract';
import type { ReadDocument } from '@semantic-search/engine';
import type { PageToRead } from '@semantic-search/sources/html';

/** A document whose absent members come from its page. Null members count as absent. */
interface HtmlDocument extends DocumentInput {
  html: string;
}

export type HtmlConverter = ReturnType<typeof htmlConverter>;

const webAddress = /^https?:\/\//i;

/** Converts documents with a member `html`. The reader of pages is opened on first use: most servers receive no HTML. */
export function htmlConverter() {
  let reader: ReturnType<typeof openReader> | undefined;

  /** Throws an error with the reason if the page cannot be read. */
  async function convert({ html, ...given }: HtmlDocument): Promise<DocumentInput> {
    if (typeof html !== 'string') throw new Error('html must be a string.');
    if (html.length > documentLimits.htmlLength)
      throw new Error(`html has more than ${documentLimits.htmlLength} characters.`);
    const address = given.link || given.id;
    reader ??= openReader();
    const read = await reader;
    const page = await read({ html, address });
    const explicit = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
    const link = webAddress.test(address) ? address : undefined;
    return { ...page, link, ...Object.fromEntries(explicit), id: given.id };
  }

  return {
    convert,
    /** Converts the documents of a stream that are HTML. A page that cannot be read becomes an invalid line. */
    async *convertAll(documents: AsyncIterable<ReadDocument>): AsyncIterable<ReadDocument> {
      for await (const read of documents) {
        if ('message' in read || !isHtml(read.document)) {
          yield read;
          continue;
        }
        const { line, document } = read;
        yield await convert(document).then(
          (converted) => ({ line, document: converted }),
          (error: Error) => ({ line, id: document.id, message: error.message }),
        );
      }
    },
  };
}

async function openReader() {
  const { readPage, uploadedDocument } = await import('@semantic-search/sources/html');
  const { isolatedProcess } = await import('@semantic-search/sources/isolation');
  const isolated = isolatedProcess();
  return async (page: PageToRead) => uploadedDocument((await readPage(isolated, page)).document);
}

export function isHtml(document: object): document is HtmlDocument {
  return 'html' in document && document.html !== null && document.html !== undefined;
}
