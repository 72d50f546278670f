/** Streaming text decoder: UTF-8, UTF-16 or a fallback encoding, with invalid bytes marked. */

/** Stands for bytes that are not valid in the encoding. Unicode assigns no characters to these two. */
export const INVALID_BYTES = '\uFDD0\uFDEF';

/** Message about a line that contains `INVALID_BYTES`. */
export const INVALID_ENCODING = 'The line has bytes that are not valid UTF-8; save the file as UTF-8.';

/** First byte of a file that is compressed with gzip. No text begins with it. */
export const COMPRESSED = '\x1f';

/**
 * Decodes chunks, without the BOM and empty chunks. Invalid bytes become `INVALID_BYTES`. If the first character beyond ASCII
 * is not valid UTF-8, `fallback` is the encoding.
 */
export async function* decodeText(
  content: AsyncIterable<string | Uint8Array>,
  fallback?: string,
): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let hasBegun = false;
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    if (typeof chunk !== 'string') decoder ??= new Decoder(encodingOf(chunk), fallback);
    const text = typeof chunk === 'string' ? chunk : decoder!.decode(chunk);
    if (text === '') continue;
    const piece = hasBegun ? text : text.replace(/^\uFEFF/u, '');
    hasBegun = true;
    if (piece !== '') yield piece;
  }
  const ending = decoder?.decode() ?? '';
  if (ending !== '') yield ending;
}

const MAX_ASCII = 0x7f;
const MAX_CHARACTER_BYTES = 4;

/** Streaming decoder that marks invalid bytes, and keeps replacement characters that the text contains. */
class Decoder {
  #lenient!: TextDecoder;
  #strict: TextDecoder | undefined;
  /** Undefined as soon as the encoding is certain. */
  #fallback: string | undefined;
  /** First bytes of an incomplete character, which decides about the encoding once it is complete. */
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
    const start = bytes.findIndex((byte) => byte > MAX_ASCII);
    const isCutOff = start >= 0 && start + MAX_CHARACTER_BYTES > bytes.length && chunk !== undefined;
    const end = isCutOff ? start : bytes.length;
    this.#undecided = bytes.subarray(end);
    if (start >= 0 && !isCutOff) {
      if (!beginsWithUtf8(bytes.subarray(start, start + MAX_CHARACTER_BYTES))) this.#use(this.#fallback);
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

/** Whether the first character is valid, whatever follows. */
function beginsWithUtf8(bytes: Uint8Array): boolean {
  return !new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).startsWith('\uFFFD');
}

/** Spreadsheets also write UTF-16: its BOM starts with a byte that UTF-8 never contains, and its ASCII has zeros. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff || second === 0) return 'utf-16le';
  return first === 0xfe || first === 0 ? 'utf-16be' : 'utf-8';
}
