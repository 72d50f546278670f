/** RDF parser streams by media type, with limits of nesting and without network access. */
import type { EventEmitter } from 'node:events';
import type { Transform } from 'node:stream';
import { Lexer, StreamParser, type StreamParserOptions, type TokenCallback } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';

/** Maximum nesting of XML elements or Turtle brackets. */
export const MAX_DEPTH = 100;

export const RDF_PARSERS: Record<string, () => NodeJS.ReadWriteStream> = {
  'text/turtle': () =>
    new StreamParser({ format: 'text/turtle', lexer: boundedLexer() } as StreamParserOptions),
  'application/n-triples': () => new StreamParser({ format: 'application/n-triples' }),
  // Its readable-stream differs from Node's streams in the declared type only. As in Turtle, addresses may be relative.
  'application/rdf+xml': () =>
    new BoundedRdfXmlParser({ trackPosition: true, validateUri: false }) as unknown as Transform,
};

const REFERENCE = /&([^\s&;#]+);/gu;
/** Protects against recursive and exponential expansion. Entities usually stand for namespaces and names. */
const MAX_ENTITY_DEPTH = 10;
/** In UTF-16 units. */
const MAX_ENTITY_LENGTH = 10_000;

/** Members that the declarations of the parser hide. */
interface HiddenMembers {
  saxParser: { close(): void; ENTITIES: Record<string, string> };
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

  /** Expands entities within entities, which the parser does not resolve. */
  override onDoctype(doctype: string): void {
    super.onDoctype(doctype);
    const entities = this.#hidden.saxParser.ENTITIES;
    const isNested = (text: string) =>
      [...text.matchAll(REFERENCE)].some(([, name]) => Object.hasOwn(entities, name!));
    for (let depth = 1; Object.values(entities).some(isNested); depth += 1)
      for (const [name, text] of Object.entries(entities)) {
        entities[name] = text.replace(REFERENCE, (reference, nested) =>
          Object.hasOwn(entities, nested) ? entities[nested]! : reference,
        );
        if (depth > MAX_ENTITY_DEPTH || entities[name].length > MAX_ENTITY_LENGTH)
          throw this.newParseError(`The entity ${name} is nested too deeply or too long`);
      }
  }

  override onCloseTag(): void {
    this.#depth -= 1;
    super.onCloseTag();
  }
}

/** Levels that a token adds: blank nodes, lists and annotations. The parser itself limits nested statements. */
const addedLevels = new Map(Object.entries({ '[': 1, '(': 1, '{|': 1, ']': -1, ')': -1, '|}': -1 }));

/** Limits the nesting: the parser keeps everything open, up to two million lists in one statement. */
function boundedLexer(): Lexer {
  const lexer = new Lexer({ n3: false });
  const tokenize = lexer.tokenize.bind(lexer) as (input: EventEmitter, onToken: TokenCallback) => void;
  let depth = 0;
  const bounded = (input: EventEmitter, onToken: TokenCallback) =>
    tokenize(input, (error, token) => {
      if (error) return onToken(error, token);
      depth += addedLevels.get(token.type) ?? 0;
      onToken(depth > MAX_DEPTH ? tooDeep(token.line) : error, token);
    });
  return Object.assign(lexer, { tokenize: bounded });
}

function tooDeep(line: number): Error {
  return new Error(`Brackets are nested more than ${MAX_DEPTH} levels deep on line ${line}.`);
}
