/** Streaming line reader: skips blank lines, buffers at most one line; limits of a line. */
import { decodeText } from './text-decoder.ts';

/** In UTF-16 code units; bounds the memory of a stream, of which one line is buffered. */
export const MAX_LINE_LENGTH = 8 * 1024 * 1024;
/** Maximum members, elements and levels of a line of NDJSON. A cell of CSV is cut after as many elements. */
export const MAX_VALUES = 20_000;

/** `text` is trimmed, or null if the line is longer than `MAX_LINE_LENGTH`. Lines count from 1. */
export interface Line {
  line: number;
  text: string | null;
}

/** The lines of a text, as they arrive; the last one needs no line end. */
export async function* readLines(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Line> {
  let line = 1;
  let parts: string[] = [];
  let length = 0;
  const finishLine = (): Line => {
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
      const completed = finishLine();
      if (completed.text !== '') yield completed;
      begin = end + 1;
    }
    length += chunk.length - begin;
    // Drops the text of lines that are too long.
    if (length <= MAX_LINE_LENGTH) parts.push(chunk.slice(begin));
    else parts = [];
  }
  const lastLine = finishLine();
  if (lastLine.text !== '') yield lastLine;
}
