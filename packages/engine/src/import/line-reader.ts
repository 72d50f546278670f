/** Streaming line reader: skips blank lines, buffers at most one line. */

/** In UTF-16 code units. */
export const MAX_LINE_LENGTH = 8 * 1024 * 1024;

/** `text` is trimmed, or null if the line is longer than `MAX_LINE_LENGTH`. Lines count from 1. */
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
    // Drops the text of lines that are too long.
    if (length <= MAX_LINE_LENGTH) parts.push(chunk.slice(begin));
    else parts = [];
  }
  const last = take();
  if (last.text !== '') yield last;
}

/** Stands for bytes that are not valid in the encoding. Unicode assigns no characters to these two. */
export const INVALID_BYTES = '\uFDD0\uFDEF';

/** Decodes chunks, without the BOM and empty chunks. Invalid bytes become `INVALID_BYTES`. */
export async function* decodeText(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let begun = false;
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    if (typeof chunk !== 'string') decoder ??= new Decoder(encodingOf(chunk));
    const text = typeof chunk === 'string' ? chunk : decoder!.decode(chunk);
    if (text === '') continue;
    const piece = begun ? text : text.replace(/^\uFEFF/u, '');
    begun = true;
    if (piece !== '') yield piece;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

/** Streaming decoder that marks invalid bytes, and keeps replacement characters that the text contains. */
class Decoder {
  readonly #lenient: TextDecoder;
  #strict: TextDecoder | undefined;

  constructor(encoding: string) {
    this.#lenient = new TextDecoder(encoding, { ignoreBOM: true });
    this.#strict = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  }

  /** Without a chunk, ends the text. */
  decode(chunk?: Uint8Array): string {
    const options = { stream: chunk !== undefined };
    const text = this.#lenient.decode(chunk, options);
    try {
      this.#strict?.decode(chunk, options);
    } catch {
      this.#strict = undefined;
    }
    return this.#strict ? text : text.replaceAll('\uFFFD', INVALID_BYTES);
  }
}

/** Spreadsheets also write UTF-16. Its BOM starts with 0xFF, a byte that UTF-8 never contains. */
function encodingOf(beginning: Uint8Array): string {
  return beginning[0] === 0xff ? 'utf-16le' : 'utf-8';
}
