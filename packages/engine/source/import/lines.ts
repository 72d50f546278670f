/** Cuts a stream of bytes into lines of UTF-8 text, bounded in length. */

export interface Line {
  /** From 1. */
  number: number;
  /** Null where the line is longer than allowed; it was read over. */
  text: string | null;
}

const lineFeed = 10;

/** Lines without their end (LF or CRLF) and without a byte order mark; `longest` is in bytes. */
export async function* lines(
  content: AsyncIterable<Uint8Array | string>,
  longest: number,
): AsyncIterable<Line> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 0;
  const take = (part: Uint8Array) => {
    size += part.length;
    if (size <= longest) parts.push(part);
    else parts = [];
  };
  const finish = (): Line => {
    number += 1;
    const text = size > longest ? null : textOf(parts, number);
    parts = [];
    size = 0;
    return { number, text };
  };
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      take(bytes.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    if (start < bytes.length) take(bytes.subarray(start));
  }
  if (size > 0) yield finish();
}

function textOf(parts: Uint8Array[], number: number): string {
  const text = Buffer.concat(parts).toString('utf8');
  return (number === 1 ? text.replace(/^\uFEFF/, '') : text).replace(/\r$/, '');
}
