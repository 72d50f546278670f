/** Decoder of RDF files: strict UTF-8 without byte order mark; XML may declare another encoding. */
import { QueryError } from '../../api.ts';

/** In bytes; an XML declaration is shorter. */
const HEAD_LENGTH = 256;
const DECLARATION = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;

/** Throws `invalid-thesaurus`. */
export async function* decodedText(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
): AsyncGenerator<string> {
  const isXml = mediaType === 'application/rdf+xml';
  let decoder = isXml ? undefined : strictDecoder('utf-8');
  let head = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as Uint8Array);
    head = decoder ? bytes : Buffer.concat([head, bytes]);
    if (!decoder && head.length < HEAD_LENGTH) continue;
    decoder ??= strictDecoder(xmlEncoding(head));
    yield decoder(head);
    head = Buffer.alloc(0);
  }
  decoder ??= strictDecoder(xmlEncoding(head));
  yield decoder(head) + decoder();
}

/** Decodes the next bytes, or without any the end. */
function strictDecoder(encoding: string): (bytes?: Uint8Array) => string {
  const decoder = createDecoder(encoding);
  return (bytes) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw invalid(`The thesaurus is not valid ${encoding.toUpperCase()}.`, cause);
    }
  };
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    throw invalid(`The thesaurus declares the unknown encoding ${encoding}.`, cause);
  }
}

/** Decides on the first bytes (XML 1.0, appendix F). */
function xmlEncoding(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const [, declared = 'utf-8'] = DECLARATION.exec(head.toString('latin1', 0, HEAD_LENGTH)) ?? [];
  // Editors save a file as UTF-8 and keep its declaration; UTF-16 would not be readable up to here.
  return isUtf8Beyond7Bit(head) || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function isUtf8Beyond7Bit(head: Buffer): boolean {
  try {
    return /\P{ASCII}/u.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}

function invalid(message: string, cause: unknown): QueryError {
  return new QueryError('invalid-thesaurus', message, { cause });
}
