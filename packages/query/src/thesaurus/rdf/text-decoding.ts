/** Strict decoding of RDF: UTF-8, and in XML also UTF-16 and the declared encoding. */
import { QueryError } from '../../api.ts';

/** Decodes the next bytes, or without any the end. Throws `invalid-thesaurus`. */
type Decode = (bytes?: Uint8Array) => string;

/** In bytes; an XML declaration is shorter. */
const HEAD_LENGTH = 256;
const declaration = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;

export function strictDecoder(encoding: string): Decode {
  const decoder = createDecoder(encoding);
  return (bytes) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw invalid(`The thesaurus is not valid ${encoding.toUpperCase()}.`, cause);
    }
  };
}

/** Decides on the first bytes (XML 1.0, appendix F). */
export function xmlDecoder(): Decode {
  let head = Buffer.alloc(0);
  let decode: Decode | undefined;
  return (bytes) => {
    if (decode) return decode(bytes);
    head = bytes ? Buffer.concat([head, bytes]) : head;
    if (bytes && head.length < HEAD_LENGTH) return '';
    decode = strictDecoder(xmlEncoding(head));
    return decode(head) + (bytes ? '' : decode());
  };
}

function xmlEncoding(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const [, declared = 'utf-8'] = declaration.exec(head.toString('latin1', 0, HEAD_LENGTH)) ?? [];
  // Editors save a file as UTF-8 and keep its declaration; UTF-16 would not be readable up to here.
  return isUtf8Beyond7Bit(head) || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function isUtf8Beyond7Bit(head: Buffer): boolean {
  try {
    return /\P{ASCII}/u.test(strictDecoder('utf-8')(head));
  } catch {
    return false;
  }
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch (cause) {
    throw invalid(`The thesaurus declares the unknown encoding ${encoding}.`, cause);
  }
}

function invalid(message: string, cause: unknown): QueryError {
  return new QueryError('invalid-thesaurus', message, { cause });
}
