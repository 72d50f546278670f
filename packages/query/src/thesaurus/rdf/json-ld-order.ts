/**
 * Reorders JSON-LD for streaming: contexts first, then types and ids.
 *
 * See Streaming JSON-LD, section "Key ordering". With any other order the parser buffers and rescans the document:
 * ten thousand concepts took ten times as long.
 */
import { QueryError } from '../../api.ts';
import { errorMessage } from '../../errors/error-message.ts';

/** Of the whole document, in UTF-16 units. The context may come last, so the document is buffered. */
export const MAX_DOCUMENT_LENGTH = 64 * 2 ** 20;
/** Maximum nesting depth: the cost of a node in the parser grows with its depth. */
const MAX_DEPTH = 100;

/** Rejects with `invalid-thesaurus` or `thesaurus-too-large`. Yields whole values and separators. */
export async function* inStreamingOrder(content: AsyncIterable<string>): AsyncGenerator<string> {
  const root = parsed(await wholeOf(content));
  const rank = rankIn(root);
  if (Array.isArray(root)) return yield* listed(root, rank);
  if (!isObject(root)) return yield JSON.stringify(root);
  yield '{';
  for (const [index, [name, value]] of membersOf(root, rank).entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* listed(value, rank);
    else yield written(value, rank);
  }
  yield '}';
}

async function wholeOf(content: AsyncIterable<string>): Promise<string> {
  const pieces: string[] = [];
  let [length, depth, inString, escaped] = [0, 0, false, false];
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_DOCUMENT_LENGTH) {
      const message = `The JSON-LD thesaurus exceeds ${MAX_DOCUMENT_LENGTH} characters; use Turtle, which has no size limit.`;
      throw new QueryError('thesaurus-too-large', message);
    }
    for (let at = 0; at < piece.length; at++) {
      const unit = piece.charCodeAt(at);
      if (escaped) escaped = false;
      else if (unit === backslash) escaped = inString;
      else if (unit === quotationMark) inString = !inString;
      else if (inString) continue;
      else if (unit === openBracket || unit === openBrace) depth += 1;
      else if (unit === closeBracket || unit === closeBrace) depth -= 1;
      if (depth > MAX_DEPTH) {
        const message = `Cannot parse the thesaurus: the JSON is nested more than ${MAX_DEPTH} levels deep.`;
        throw new QueryError('invalid-thesaurus', message);
      }
    }
  }
  return pieces.join('');
}

const [backslash, quotationMark] = [0x5c, 0x22];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = errorMessage(cause).replace(
      /^Unexpected end .*/,
      (end) => `${end} on line ${lineCount(text)}`,
    );
    throw new QueryError('invalid-thesaurus', `Cannot parse the thesaurus: invalid JSON. ${reason}`, {
      cause,
    });
  }
}

const lineCount = (text: string) => text.split('\n').length;

/** Sort key of a member: contexts, then types, then ids, then all others. */
type Rank = (name: string) => number;

function rankIn(root: unknown): Rank {
  const ranks = new Map([
    ['@context', 0],
    ['@type', 1],
    ['@id', 2],
  ]);
  findAliases(root, 'data', ranks);
  return (name) => ranks.get(name) ?? 3;
}

/** Contexts can define aliases for keywords. */
function findAliases(value: unknown, place: 'context' | 'data', ranks: Map<string, number>): void {
  if (Array.isArray(value)) for (const element of value) findAliases(element, place, ranks);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const meaning = isObject(member) ? member['@id'] : member;
    if (place === 'context' && (meaning === '@type' || meaning === '@id'))
      ranks.set(name, meaning === '@type' ? 1 : 2);
    findAliases(member, name === '@context' ? 'context' : place, ranks);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const membersOf = (value: Record<string, unknown>, rank: Rank) =>
  Object.entries(value).sort(([a], [b]) => rank(a) - rank(b));

function* listed(values: unknown[], rank: Rank): Generator<string> {
  yield '[';
  for (const [index, value] of values.entries()) yield `${index === 0 ? '' : ','}${written(value, rank)}`;
  yield ']';
}

/** Serializes directly, because a JavaScript object would move integer-like keys to the front. */
function written(value: unknown, rank: Rank): string {
  if (Array.isArray(value)) return `[${value.map((element) => written(element, rank)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = membersOf(value, rank);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${written(member, rank)}`).join(',')}}`;
}
