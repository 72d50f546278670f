/** RDF parser streams by media type, with limits of nesting and without network access. */
import type { EventEmitter } from 'node:events';
import type { Transform } from 'node:stream';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { Lexer, StreamParser, type StreamParserOptions, type TokenCallback } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { QueryError } from '../../api.ts';

/** Maximum nesting of XML elements or Turtle brackets. */
export const MAX_DEPTH = 100;

export const RDF_PARSERS: Record<string, () => NodeJS.ReadWriteStream> = {
  'text/turtle': () =>
    new StreamParser({ format: 'text/turtle', lexer: boundedLexer() } as StreamParserOptions),
  'application/n-triples': () => new StreamParser({ format: 'application/n-triples' }),
  'application/rdf+xml': () => asStream(new BoundedRdfXmlParser({ trackPosition: true })),
  'application/ld+json': () =>
    asStream(new JsonLdParser({ streamingProfile: true, documentLoader: { load: rejectRemoteContext } })),
};

/** Members that the declarations of the parser hide. */
interface HiddenMembers {
  saxParser: { close(): void };
  activeTagStack: { text?: string }[];
}

/** Limits the depth, because the cost of an element grows with it; reports a document that does not end. */
class BoundedRdfXmlParser extends RdfXmlParser {
  #depth = 0;
  readonly #hidden = this as unknown as HiddenMembers;

  /** The parser itself accepts a document without its last tags. */
  override _flush(done: (error?: Error) => void): void {
    this.#hidden.saxParser.close();
    done();
  }

  /** The parser itself keeps only the text after the last comment or CDATA section. */
  override onText(text: string): void {
    super.onText((this.#hidden.activeTagStack.at(-1)?.text ?? '') + text);
  }

  override onTag(tag: Parameters<RdfXmlParser['onTag']>[0]): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH)
      throw this.newParseError(`Elements are nested more than ${MAX_DEPTH} levels deep`);
    super.onTag(tag);
  }

  /** Expands nested entities, which the parser does not resolve. */
  override onDoctype(doctype: string): void {
    super.onDoctype(expandEntities(doctype, (message) => this.newParseError(message)));
  }

  override onCloseTag(): void {
    this.#depth -= 1;
    super.onCloseTag();
  }
}

// Blank nodes, lists and annotations. The parser itself limits nested statements.
const opening = new Set(['[', '(', '{|']);
const closing = new Set([']', ')', '|}']);

/** Limits the nesting: the parser keeps everything open, up to two million lists in one statement. */
function boundedLexer(): Lexer {
  const lexer = new Lexer({ n3: false });
  const tokenize = lexer.tokenize.bind(lexer) as (input: EventEmitter, take: TokenCallback) => void;
  let depth = 0;
  const bounded = (input: EventEmitter, take: TokenCallback) =>
    tokenize(input, (error, token) => {
      if (error) return take(error, token);
      if (opening.has(token.type)) depth += 1;
      else if (closing.has(token.type)) depth -= 1;
      take(depth > MAX_DEPTH ? tooDeep(token.line) : error, token);
    });
  return Object.assign(lexer, { tokenize: bounded });
}

function tooDeep(line: number): Error {
  return new Error(`Brackets are nested more than ${MAX_DEPTH} levels deep on line ${line}.`);
}

/** The parsers use readable-stream, which differs from Node's streams in the declared type only. */
function asStream(parser: unknown): NodeJS.ReadWriteStream {
  return parser as Transform;
}

async function rejectRemoteContext(url: string): Promise<never> {
  const message = `The thesaurus refers to the remote JSON-LD context ${url}; include the context in the file.`;
  throw new QueryError('invalid-thesaurus', message);
}

/** In UTF-16 units: protects against exponential expansion. Entities usually stand for namespaces and names. */
const MAX_ENTITY_LENGTH = 10_000;
const declarationHead = /<!ENTITY\s+([^\s"'<>]+)\s+(["'])/uy;
const declarationEnd = /\s*>/uy;
const reference = /&([^\s&;#]+);/gu;

/**
 * Returns the document type with nested entities expanded. Throws the error of `fault` for long or recursive ones.
 */
function expandEntities(doctype: string, fault: (message: string) => Error): string {
  const declared = new Map<string, string>();
  // The first declaration counts (XML 1.0, section 4.2).
  const declarations = declarationsIn(doctype);
  for (const { name, value } of declarations) if (!declared.has(name)) declared.set(name, value);
  const written = new Map<string, string>();
  const plain = (name: string, within: readonly string[]): string => {
    const known = written.get(name);
    if (known !== undefined) return known;
    if (within.includes(name)) throw fault(`The entity ${name} refers to itself`);
    const text = declared
      .get(name)!
      .replace(reference, (same, other) => (declared.has(other) ? plain(other, [...within, name]) : same));
    if (text.length > MAX_ENTITY_LENGTH)
      throw fault(`The entity ${name} exceeds ${MAX_ENTITY_LENGTH} characters`);
    written.set(name, text);
    return text;
  };
  let [result, at] = ['', 0];
  for (const { name, begin, end } of declarations) {
    const text = plain(name, []);
    const quote = text.includes('"') ? "'" : '"';
    result += `${doctype.slice(at, begin)}<!ENTITY ${name} ${quote}${text}${quote}>`;
    at = end;
  }
  return result + doctype.slice(at);
}

interface Declaration {
  name: string;
  value: string;
  begin: number;
  end: number;
}

/** Declarations of entities with a value, in linear time. */
function declarationsIn(doctype: string): Declaration[] {
  const found: Declaration[] = [];
  let begin = doctype.indexOf('<!ENTITY');
  while (begin >= 0) {
    let end = begin + 1;
    declarationHead.lastIndex = begin;
    const head = declarationHead.exec(doctype);
    if (head) {
      const [, name, quote] = head as unknown as [string, string, string];
      const from = declarationHead.lastIndex;
      const to = doctype.indexOf(quote, from);
      if (to < 0) return found;
      end = to + 1;
      declarationEnd.lastIndex = end;
      if (declarationEnd.test(doctype)) {
        end = declarationEnd.lastIndex;
        found.push({ name, value: doctype.slice(from, to), begin, end });
      }
    }
    begin = doctype.indexOf('<!ENTITY', end);
  }
  return found;
}
