/** Cuts a stream of text or bytes into lines that are not blank, holding no more than one of them. */

/** In UTF-16 units. */
export const MAX_LINE_LENGTH = 8 * 1024 * 1024;

/** `text` is without blanks around it; null where the line is longer than `LONGEST_LINE`. Lines count from 1. */
export interface Line {
  line: number;
  text: string | null;
}

export async function* readLines(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Line> {
  let line = 1;
  let parts: string[] = [];
  let length = 0;
  const take = (): Line => {
    const text = length > MAX_LINE_LENGTH ? null : parts.join('').trim();
    parts = [];
    length = 0;
    return { line: line++, text };
  };
  for await (const chunk of decodeText(content)) {
    let begin = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', begin)) {
      length += end - begin;
      if (length <= MAX_LINE_LENGTH) parts.push(chunk.slice(begin, end));
      const taken = take();
      if (taken.text !== '') yield taken;
      begin = end + 1;
    }
    length += chunk.length - begin;
    // What is too long already is not kept.
    if (length <= MAX_LINE_LENGTH) parts.push(chunk.slice(begin));
    else parts = [];
  }
  const last = take();
  if (last.text !== '') yield last;
}

/** In pieces, none of them empty, without the BOM. Bytes that are not UTF-8 become replacement characters. */
export async function* decodeText(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let begun = false;
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    if (typeof chunk !== 'string') decoder ??= new TextDecoder(encodingOf(chunk), { ignoreBOM: true });
    const text = typeof chunk === 'string' ? chunk : decoder!.decode(chunk, { stream: true });
    if (text === '') continue;
    const piece = begun ? text : text.replace(/^\uFEFF/u, '');
    begun = true;
    if (piece !== '') yield piece;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

/** Tables are also written as UTF-16. UTF-8 has no byte of ones only, the first of its BOM. */
function encodingOf(beginning: Uint8Array): string {
  return beginning[0] === 0xff ? 'utf-16le' : 'utf-8';
}
