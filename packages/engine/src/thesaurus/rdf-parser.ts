/** Reads the statements of an RDF file as it streams in: Turtle, RDF/XML, N-Triples, JSON-LD. No network. */

import type { EventEmitter } from 'node:events';
import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Quad, Term } from '@rdfjs/types';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { Lexer, StreamParser, type StreamParserOptions, type TokenCallback } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { QueryError } from '../api.ts';
import { errorMessage } from '../error-message.ts';
import { inStreamingOrder } from './json-ld-order.ts';
import type { Statement } from './skos-collector.ts';
import { withPlainEntities } from './xml-entities.ts';

/** Where so much text says nothing, no thesaurus is to be expected. In UTF-16 units. */
const longestStatement = 4 * 2 ** 20;
/** Of elements of XML within each other, or of brackets of Turtle. */
const deepest = 100;
/** Parsers are fed so much at a time, in UTF-16 units. */
const pieceLength = 64 * 2 ** 10;
/** Parsers name what they stumble over in full. */
const longestReason = 300;

const MEDIA_TYPE_BY_ENDING: Record<string, string> = {
  ttl: 'text/turtle',
  turtle: 'text/turtle',
  rdf: 'application/rdf+xml',
  xml: 'application/rdf+xml',
  owl: 'application/rdf+xml',
  nt: 'application/n-triples',
  jsonld: 'application/ld+json',
  json: 'application/ld+json',
};

const PARSERS: Record<string, () => NodeJS.ReadWriteStream> = {
  'text/turtle': () =>
    new StreamParser({ format: 'text/turtle', lexer: boundedLexer() } as StreamParserOptions),
  'application/n-triples': () => new StreamParser({ format: 'application/n-triples' }),
  'application/rdf+xml': () => asStream(new BoundedRdfXmlParser({ trackPosition: true })),
  'application/ld+json': () =>
    asStream(new JsonLdParser({ streamingProfile: true, documentLoader: { load: refuseContext } })),
};

/** Handling an element takes time by its depth. */
class BoundedRdfXmlParser extends RdfXmlParser {
  #depth = 0;

  override onTag(tag: Parameters<RdfXmlParser['onTag']>[0]): void {
    this.#depth += 1;
    if (this.#depth > deepest)
      throw this.newParseError(`Elements are nested more than ${deepest} levels deep`);
    super.onTag(tag);
  }

  /** Entities may be made of others; the parser takes them as they stand. */
  override onDoctype(doctype: string): void {
    super.onDoctype(withPlainEntities(doctype, (message) => this.newParseError(message)));
  }

  override onCloseTag(): void {
    this.#depth -= 1;
    super.onCloseTag();
  }
}

// Of nodes without a name, of lists, of what is said of a statement. Statements within each other the parser bounds itself.
const opening = new Set(['[', '(', '{|']);
const closing = new Set([']', ')', '|}']);

/** What is open is kept, and of a statement that does not end there is room for two million lists within each other. */
function boundedLexer(): Lexer {
  const lexer = new Lexer({ n3: false });
  const tokenize = lexer.tokenize.bind(lexer) as (input: EventEmitter, take: TokenCallback) => void;
  let depth = 0;
  const bounded = (input: EventEmitter, take: TokenCallback) =>
    tokenize(input, (error, token) => {
      if (error) return take(error, token);
      if (opening.has(token.type)) depth += 1;
      else if (closing.has(token.type)) depth -= 1;
      take(depth > deepest ? tooDeep(token.line) : error, token);
    });
  return Object.assign(lexer, { tokenize: bounded });
}

function tooDeep(line: number): Error {
  return new Error(`Brackets are nested more than ${deepest} levels deep on line ${line}.`);
}

/** Media types that can be read. */
export const RDF_MEDIA_TYPES: readonly string[] = Object.keys(PARSERS);

/** The media type that a file name's ending stands for. */
export function rdfMediaType(fileName: string): string | undefined {
  return MEDIA_TYPE_BY_ENDING[fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()];
}

/**
 * Hands every statement to `take`, in order. Rejects with `invalid-thesaurus`, naming the line where the
 * parser knows it, and with `thesaurus-too-large` where a statement does not end; statements before the fault have
 * been handed over by then.
 */
export async function readStatements(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
  take: (statement: Statement) => void,
): Promise<void> {
  const type = mediaType.split(';', 1)[0]!.trim().toLowerCase();
  const parser = PARSERS[type];
  if (parser === undefined) {
    const known = RDF_MEDIA_TYPES.join(', ');
    throw new QueryError(
      'invalid-thesaurus',
      `Unsupported thesaurus media type ${type}; supported: ${known}.`,
    );
  }
  let silence = 0;
  async function* watched(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of inPieces(text)) {
      silence += piece.length;
      if (silence > longestStatement) throw endless();
      yield piece;
    }
  }
  const taker = new Writable({
    objectMode: true,
    write(quad: Quad, _encoding, done) {
      silence = 0;
      const statement = statementOf(quad);
      if (statement && statement.object.length > longestStatement) return done(endless());
      if (statement) take(statement);
      done();
    },
  });
  try {
    const text = textOf(content);
    // JSON-LD is bounded as a whole, and what stands in a graph may be told at its end.
    const pieces = type === 'application/ld+json' ? inPieces(inStreamingOrder(text)) : watched(text);
    await pipeline(Readable.from(pieces), parser(), taker);
  } catch (error) {
    if (error instanceof QueryError) throw error;
    const reason = errorMessage(error).slice(0, longestReason);
    throw new QueryError('invalid-thesaurus', `Cannot parse the thesaurus: ${reason}`, { cause: error });
  }
}

function endless(): QueryError {
  const message = `Cannot parse the thesaurus: no statement ends within ${longestStatement} characters.`;
  return new QueryError('thesaurus-too-large', message);
}

/** Short ones together, long ones in parts; no character is parted. */
async function* inPieces(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const more of text) {
    rest += more;
    while (rest.length > pieceLength) {
      const last = rest.charCodeAt(pieceLength - 1);
      const length = last >= 0xd800 && last <= 0xdbff ? pieceLength - 1 : pieceLength;
      yield rest.slice(0, length);
      rest = rest.slice(length);
    }
  }
  if (rest !== '') yield rest;
}

/** Their streams are those of the readable-stream package: Node's in all but the declared type. */
function asStream(parser: unknown): NodeJS.ReadWriteStream {
  return parser as Transform;
}

async function refuseContext(url: string): Promise<never> {
  const message = `The thesaurus refers to the remote JSON-LD context ${url}; include the context in the file.`;
  throw new QueryError('invalid-thesaurus', message);
}

/** Decodes as UTF-8, strictly, and drops a byte order mark. */
async function* textOf(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw new QueryError('invalid-thesaurus', 'The thesaurus is not valid UTF-8.', { cause });
    }
  };
  for await (const chunk of content) {
    let text = typeof chunk === 'string' ? chunk : decode(chunk);
    if (first && text !== '') {
      first = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
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
