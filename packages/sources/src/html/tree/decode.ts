/** Character encoding of a page or an XML file: byte order mark, the bytes, header and declaration. */

import { parseTree } from './tree.ts';

/** Where the HTML standard looks for a `meta` element with an encoding. */
const PRESCAN_BYTES = 1024;
const LESS_THAN = 0x3c;

/**
 * Bytes that are valid UTF-8 count more than another declaration, and a declaration of UTF-8 counts less than bytes that are
 * not valid: servers declare one encoding for all files. Never throws: invalid bytes become U+FFFD.
 */
export function decodeMarkup(bytes: Uint8Array, contentType = ''): string {
  const marked = markedEncoding(bytes);
  if (marked) return decoded(bytes, marked);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Escape sequences mark encodings such as ISO-2022-JP, which are valid UTF-8 too.
    if (!text.includes('\x1b')) return text;
  } catch {
    // Not UTF-8: another encoding, or UTF-8 with a few wrong bytes.
  }
  const declared = (decoder(charsetOf(contentType)) ?? metaEncoding(bytes))?.encoding;
  if (declared !== undefined && !declared.startsWith('utf-')) return decoded(bytes, declared);
  const lenient = decoded(bytes, 'utf-8');
  const characters = lenient.match(/[^\0-\x7f\ufffd]/g) ?? [];
  const errors = lenient.match(/\ufffd/g) ?? [];
  return characters.length >= errors.length ? lenient : decoded(bytes, 'windows-1252');
}

function decoded(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** Encoding of a byte order mark. Without one, a `<` at the start shows the order of the bytes of UTF-16. */
function markedEncoding([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === LESS_THAN && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second === LESS_THAN && third === 0 && fourth !== 0 ? 'utf-16be' : undefined;
}

/** Encoding of the XML declaration, `meta charset` or `http-equiv`; other texts may only mention encodings. */
function metaEncoding(bytes: Uint8Array): TextDecoder | undefined {
  const start = decoded(bytes.subarray(0, PRESCAN_BYTES), 'latin1');
  const [declaration = ''] = /^\s*<\?xml [^<>]{0,300}/i.exec(start) ?? [];
  const labels = (parseTree(start).named.get('meta') ?? []).map(({ attribs }) => {
    const isContentType = attribs['http-equiv']?.trim().toLowerCase() === 'content-type';
    return attribs.charset?.trim() ?? (isContentType ? charsetOf(attribs.content ?? '') : undefined);
  });
  const declared = [/encoding=["']?([\w:.-]+)/i.exec(declaration)?.[1], ...labels];
  return declared.map(decoder).find((encoding) => encoding !== undefined);
}

function charsetOf(text: string): string | undefined {
  return /charset *= *["']?([\w:.-]+)/i.exec(text)?.[1];
}

/** Decoder of a label; undefined for an unknown encoding. */
function decoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
