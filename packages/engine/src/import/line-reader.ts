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

/** First byte of a file that is compressed with gzip. No text begins with it. */
export const COMPRESSED = '\x1f';

/**
 * Decodes chunks, without the BOM and empty chunks. Invalid bytes become `INVALID_BYTES`. With a `fallback`, that is the
 * encoding if the first character beyond ASCII is not valid UTF-8.
 */
export async function* decodeText(
  content: AsyncIterable<string | Uint8Array>,
  fallback?: string,
): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let begun = false;
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    if (typeof chunk !== 'string') decoder ??= new Decoder(encodingOf(chunk), fallback);
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
  #lenient!: TextDecoder;
  #strict: TextDecoder | undefined;
  /** Undefined as soon as the encoding is certain. */
  #fallback: string | undefined;
  /** The beginning of a character that decides. */
  #undecided: Uint8Array = new Uint8Array();

  constructor(encoding: string, fallback: string | undefined) {
    this.#use(encoding);
    this.#fallback = encoding === 'utf-8' ? fallback : undefined;
  }

  #use(encoding: string): void {
    this.#lenient = new TextDecoder(encoding, { ignoreBOM: true });
    this.#strict = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  }

  /** Without a chunk, ends the text. */
  decode(chunk?: Uint8Array): string {
    if (this.#fallback === undefined) return this.#decode(chunk);
    const bytes = Buffer.concat([this.#undecided, chunk ?? new Uint8Array()]);
    const at = bytes.findIndex((byte) => byte >= 0x80);
    const character = at < 0 ? undefined : bytes.subarray(at, at + MAX_CHARACTER_BYTES);
    const isPartial =
      character !== undefined && character.length < MAX_CHARACTER_BYTES && chunk !== undefined;
    const end = isPartial ? at : bytes.length;
    this.#undecided = bytes.subarray(end);
    if (character !== undefined && !isPartial) {
      if (!beginsWithUtf8(character)) this.#use(this.#fallback);
      this.#fallback = undefined;
    }
    const text = this.#decode(bytes.subarray(0, end));
    return chunk === undefined ? text + this.#decode() : text;
  }

  #decode(chunk?: Uint8Array): string {
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

const MAX_CHARACTER_BYTES = 4;

/** Whether the first character is valid, whatever follows. */
function beginsWithUtf8(bytes: Uint8Array): boolean {
  return !new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).startsWith('\uFFFD');
}

/** Spreadsheets also write UTF-16: its BOM starts with a byte that UTF-8 never contains, its ASCII characters have a zero. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff || second === 0) return 'utf-16le';
  return first === 0xfe || first === 0 ? 'utf-16be' : 'utf-8';
}
