/** RDF parser, the first step of reading a SKOS file: Turtle, RDF/XML and N-Triples as a stream. */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Quad, Term } from '@rdfjs/types';
import { QueryError } from '../../api.ts';
import { errorMessage } from '../../errors/index.ts';
import { RDF_MEDIA_TYPES } from '../../media-types.ts';
import type { Statement } from './statement.ts';

/** Maximum length without a complete statement, in UTF-16 units. */
export const MAX_STATEMENT_LENGTH = 4 * 2 ** 20;
/** Parts of a text for the parsers: at most 64 Ki characters, so that a statement without end is noticed in time. */
const PIECES = /.{1,65536}/gsu;
/** Parser errors quote the input; longer messages are truncated. */
const MAX_REASON_LENGTH = 300;
/** As the XML parser writes it: `12:3: unclosed tag`. */
const XML_POSITION = /^(\d+):(\d+): /;

/**
 * Passes each statement to `onStatement`, in order. Rejects with `invalid-thesaurus`, with the line if the parser
 * knows it, or with `thesaurus-too-large` if a statement does not end. Earlier statements have been passed on.
 */
export async function readStatements(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
  onStatement: (statement: Statement) => void,
): Promise<void> {
  const type = supportedType(mediaType);
  // Loaded on demand: every thread would need 80 ms longer to start.
  const { RDF_PARSERS } = await import('./rdf-parser-streams.ts');
  let lengthSinceStatement = 0;
  const statementSink = new Writable({
    objectMode: true,
    write(quad: Quad, _encoding, done) {
      lengthSinceStatement = 0;
      const statement = statementOf(quad);
      if (statement && statement.object.length > MAX_STATEMENT_LENGTH) return done(endlessStatement());
      if (statement) onStatement(statement);
      done();
    },
  });
  async function* pieces(): AsyncGenerator<string> {
    for await (const text of decodedText(content))
      for (const [piece] of text.matchAll(PIECES)) {
        lengthSinceStatement += piece.length;
        if (lengthSinceStatement > MAX_STATEMENT_LENGTH) throw endlessStatement();
        yield piece;
      }
  }
  try {
    await pipeline(Readable.from(pieces()), RDF_PARSERS[type]!(), statementSink);
  } catch (error) {
    throw error instanceof QueryError ? error : parseError(error);
  }
}

function supportedType(mediaType: string): string {
  const type = mediaType.split(';', 1)[0]!.trim().toLowerCase();
  if (RDF_MEDIA_TYPES.includes(type)) return type;
  const message = `Unsupported thesaurus media type ${type}; supported: ${RDF_MEDIA_TYPES.join(', ')}.`;
  throw new QueryError('invalid-thesaurus', message);
}

/** Without byte order mark. Rejects with `invalid-thesaurus`. */
async function* decodedText(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as Uint8Array);
    // Programs for Windows write UTF-16, whose byte order mark begins with a byte that UTF-8 never contains.
    decoder ??= new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8', { fatal: true });
    yield decoded(decoder, bytes);
  }
  if (decoder) yield decoded(decoder);
}

/** Decodes the next bytes; without `bytes`, decodes what is left at the end. */
function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (cause) {
    throw new QueryError('invalid-thesaurus', 'The thesaurus is not valid UTF-8.', { cause });
  }
}

function endlessStatement(): QueryError {
  const message = `Cannot parse the thesaurus: no statement ends within ${MAX_STATEMENT_LENGTH} characters.`;
  return new QueryError('thesaurus-too-large', message);
}

function parseError(cause: unknown): QueryError {
  const reason = errorMessage(cause).replace(XML_POSITION, 'Line $1 column $2: ').slice(0, MAX_REASON_LENGTH);
  return new QueryError('invalid-thesaurus', `Cannot parse the thesaurus: ${reason}`, { cause });
}

/** The statement of a quad; undefined if a term is neither a node nor a literal. */
function statementOf({ subject, predicate, object }: Quad): Statement | undefined {
  const from = nodeName(subject);
  const isLiteral = object.termType === 'Literal';
  const to = isLiteral ? object.value : nodeName(object);
  if (from === undefined || to === undefined || predicate.termType !== 'NamedNode') return undefined;
  const language = isLiteral ? object.language : '';
  return { subject: from, predicate: predicate.value, object: to, isLiteral, language };
}

function nodeName(term: Term): string | undefined {
  if (term.termType === 'NamedNode') return term.value;
  return term.termType === 'BlankNode' ? `_:${term.value}` : undefined;
}
