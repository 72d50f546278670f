/** Streaming RDF parser: Turtle, RDF/XML, N-Triples and JSON-LD, without network access. */

import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Quad, Term } from '@rdfjs/types';
import { QueryError } from '../../api.ts';
import { errorMessage } from '../../errors/error-message.ts';
import { RDF_MEDIA_TYPES } from '../../media-types.ts';
import { inStreamingOrder } from './json-ld-order.ts';
import type { Statement } from './rdf-terms.ts';

/** Maximum length without a complete statement, in UTF-16 units. */
export const MAX_STATEMENT_LENGTH = 4 * 2 ** 20;
/** Chunk size for the parsers, in UTF-16 units. */
const CHUNK_LENGTH = 64 * 2 ** 10;
/** Parser errors quote the input; longer messages are truncated. */
const MAX_REASON_LENGTH = 300;
/** As the XML parser writes it: `12:3: unclosed tag`. */
const xmlPosition = /^(\d+):(\d+): /;

/**
 * Passes each statement to `take`, in order.
 *
 * Rejects with `invalid-thesaurus`, with the line if the parser knows it, or with `thesaurus-too-large` if a
 * statement does not end. Earlier statements have been passed on by then.
 */
export async function readStatements(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
  take: (statement: Statement) => void,
): Promise<void> {
  const type = mediaType.split(';', 1)[0]!.trim().toLowerCase();
  if (!RDF_MEDIA_TYPES.includes(type)) {
    const known = RDF_MEDIA_TYPES.join(', ');
    throw new QueryError(
      'invalid-thesaurus',
      `Unsupported thesaurus media type ${type}; supported: ${known}.`,
    );
  }
  // Loaded on demand: every thread would need 80 ms longer to start.
  const { RDF_PARSERS } = await import('./rdf-parser-streams.ts');
  let charactersSinceStatement = 0;
  async function* watched(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of inChunks(text)) {
      charactersSinceStatement += piece.length;
      if (charactersSinceStatement > MAX_STATEMENT_LENGTH) throw endlessStatement();
      yield piece;
    }
  }
  const statementSink = new Writable({
    objectMode: true,
    write(quad: Quad, _encoding, done) {
      charactersSinceStatement = 0;
      const statement = statementOf(quad);
      if (statement && statement.object.length > MAX_STATEMENT_LENGTH) return done(endlessStatement());
      if (statement) take(statement);
      done();
    },
  });
  try {
    const text = textOf(content, type);
    // JSON-LD has a limit for the whole document, and statements of a graph may be emitted at its end.
    const pieces = type === 'application/ld+json' ? inChunks(inStreamingOrder(text)) : watched(text);
    await pipeline(Readable.from(pieces), RDF_PARSERS[type]!(), statementSink);
  } catch (error) {
    if (error instanceof QueryError) throw error;
    // The parser of JSON-LD has no message of its own for some malformed documents.
    const reason =
      error instanceof TypeError
        ? 'malformed document'
        : errorMessage(error).replace(xmlPosition, 'Line $1 column $2: ').slice(0, MAX_REASON_LENGTH);
    throw new QueryError('invalid-thesaurus', `Cannot parse the thesaurus: ${reason}`, { cause: error });
  }
}

function endlessStatement(): QueryError {
  const message = `Cannot parse the thesaurus: no statement ends within ${MAX_STATEMENT_LENGTH} characters.`;
  return new QueryError('thesaurus-too-large', message);
}

/** Merges short chunks and splits long ones, never inside a surrogate pair. */
async function* inChunks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const more of text) {
    rest += more;
    while (rest.length > CHUNK_LENGTH) {
      const last = rest.charCodeAt(CHUNK_LENGTH - 1);
      const length = last >= 0xd800 && last <= 0xdbff ? CHUNK_LENGTH - 1 : CHUNK_LENGTH;
      yield rest.slice(0, length);
      rest = rest.slice(length);
    }
  }
  if (rest !== '') yield rest;
}

/** Decodes strict UTF-8 and drops a byte order mark. XML may be in other encodings. */
async function* textOf(content: AsyncIterable<string | Uint8Array>, type: string): AsyncGenerator<string> {
  const decode = type === 'application/rdf+xml' ? xmlDecoder() : strictDecoder('utf-8');
  let first = true;
  const withoutMark = (text: string) => {
    const starts = first && text.startsWith('\uFEFF');
    first &&= text === '';
    return starts ? text.slice(1) : text;
  };
  for await (const chunk of content) yield withoutMark(typeof chunk === 'string' ? chunk : decode(chunk));
  yield withoutMark(decode());
}

function statementOf({ subject, predicate, object }: Quad): Statement | undefined {
  const from = nodeName(subject);
  if (from === undefined || predicate.termType !== 'NamedNode') return undefined;
  if (object.termType === 'Literal') {
    const { value, language } = object;
    return { subject: from, predicate: predicate.value, object: value, literal: true, language };
  }
  const to = nodeName(object);
  if (to === undefined) return undefined;
  return { subject: from, predicate: predicate.value, object: to, literal: false, language: '' };
}

function nodeName(term: Term): string | undefined {
  if (term.termType === 'NamedNode') return term.value;
  return term.termType === 'BlankNode' ? `_:${term.value}` : undefined;
}

/** Decodes the next bytes, or without any the end. Throws `invalid-thesaurus`. */
type Decode = (bytes?: Uint8Array) => string;

/** In bytes; an XML declaration is shorter. */
const HEAD_LENGTH = 256;
const declaration = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;

function strictDecoder(encoding: string): Decode {
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
function xmlDecoder(): Decode {
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
