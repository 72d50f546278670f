/**
 * Reorders JSON-LD for streaming: contexts first, then types and ids.
 *
 * See Streaming JSON-LD, section "Key ordering". With any other order the parser buffers and rescans the document:
 * five thousand concepts took eight times as long.
 */
import { QueryError } from '../../api.ts';
import { errorMessage } from '../../errors/error-message.ts';

/** Of the whole document, in UTF-16 units. The context may come last, so the document is buffered. */
export const MAX_DOCUMENT_LENGTH = 64 * 2 ** 20;
/** Maximum nesting depth: the cost of a node in the parser grows with its depth. */
const MAX_DEPTH = 100;

/** Rejects with `invalid-thesaurus` or `thesaurus-too-large`. */
export async function inStreamingOrder(content: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of content) {
    text += piece;
    if (text.length > MAX_DOCUMENT_LENGTH) {
      const message = `The JSON-LD thesaurus exceeds ${MAX_DOCUMENT_LENGTH} characters; use Turtle, which has no size limit.`;
      throw new QueryError('thesaurus-too-large', message);
    }
  }
  requireShallow(text);
  const root = parseJson(text);
  return ordered(root, sortKeys(root));
}

/** Before the text is parsed, because each level takes memory. */
function requireShallow(text: string): void {
  let depth = 0;
  // A string that does not end reaches to the end of the text.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gsu)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth <= MAX_DEPTH) continue;
    const message = `Cannot parse the thesaurus: the JSON is nested more than ${MAX_DEPTH} levels deep.`;
    throw new QueryError('invalid-thesaurus', message);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const lineCount = () => text.split('\n').length;
    const reason = errorMessage(cause).replace(
      /^Unexpected end .*/,
      (end) => `${end} on line ${lineCount()}`,
    );
    throw new QueryError('invalid-thesaurus', `Cannot parse the thesaurus: invalid JSON. ${reason}`, {
      cause,
    });
  }
}

/** Sort keys of the members that come first, with the aliases that contexts define for them. */
function sortKeys(root: unknown): ReadonlyMap<string, number> {
  const keys = new Map([
    ['@context', 0],
    ['@type', 1],
    ['@id', 2],
  ]);
  const addAliases = (value: unknown, place: 'context' | 'data'): void => {
    if (Array.isArray(value)) for (const element of value) addAliases(element, place);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const meaning = isObject(member) ? member['@id'] : member;
      if (place === 'context' && (meaning === '@type' || meaning === '@id'))
        keys.set(name, keys.get(meaning)!);
      addAliases(member, name === '@context' ? 'context' : place);
    }
  };
  addAliases(root, 'data');
  return keys;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Serializes directly, because a JavaScript object would move integer-like keys to the front. */
function ordered(value: unknown, keys: ReadonlyMap<string, number>): string {
  if (Array.isArray(value)) return `[${value.map((element) => ordered(element, keys)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keyOf = (name: string) => keys.get(name) ?? keys.size;
  const members = Object.entries(value).sort(([a], [b]) => keyOf(a) - keyOf(b));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${ordered(member, keys)}`).join(',')}}`;
}
