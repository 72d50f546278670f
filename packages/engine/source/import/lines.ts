/** Cuts a stream of text or UTF-8 bytes into lines, holding no more than one of them. */

/** In UTF-16 units. */
export const LONGEST_LINE = 8 * 1024 * 1024;

/** `text` is without its line end; null where the line is longer than `LONGEST_LINE`. Lines count from 1. */
export interface Line {
  line: number;
  text: string | null;
}

export async function* lines(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Line> {
  let line = 1;
  let parts: string[] = [];
  let length = 0;
  const take = (): Line => {
    const text = length > LONGEST_LINE ? null : withoutEnd(parts.join(''), line);
    parts = [];
    length = 0;
    return { line: line++, text };
  };
  for await (const chunk of decoded(content)) {
    let begin = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', begin)) {
      length += end - begin;
      if (length <= LONGEST_LINE) parts.push(chunk.slice(begin, end));
      yield take();
      begin = end + 1;
    }
    length += chunk.length - begin;
    // What is too long already is not kept.
    if (length <= LONGEST_LINE) parts.push(chunk.slice(begin));
    else parts = [];
  }
  if (length > 0) yield take();
}

/** Bytes that are not UTF-8 become replacement characters. */
async function* decoded(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of content) {
    yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

function withoutEnd(text: string, line: number): string {
  const begin = line === 1 && text.startsWith('\uFEFF') ? 1 : 0;
  return text.slice(begin, text.endsWith('\r') ? -1 : undefined);
}
