/** Character encoding of a page: byte order mark, header, `meta` element or guess (WHATWG Encoding). */

import { parseTree } from './tree.ts';

/** Where the HTML standard looks for a `meta` element with an encoding. */
const PRESCAN_BYTES = 1024;

/** Never throws: unknown encodings are ignored, invalid bytes become U+FFFD. */
export function decodeHtml(bytes: Uint8Array, contentType = ''): string {
  const declared = markedEncoding(bytes) ?? declaredEncoding(bytes, contentType);
  if (declared) return new TextDecoder(declared).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Encoding of a byte order mark. */
export function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** Encoding of the header, the XML declaration or a `meta` element; unknown ones are ignored. */
export function declaredEncoding(bytes: Uint8Array, contentType: string): string | undefined {
  return (decoder(charsetOf(contentType)) ?? metaEncoding(bytes))?.encoding;
}

/** Only of the XML declaration, `meta charset` and `http-equiv`: other texts may speak of encodings. */
function metaEncoding(bytes: Uint8Array): TextDecoder | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES));
  const [declaration = ''] = /^\s*<\?xml [^<>]{0,300}/i.exec(start) ?? [];
  const labels = (parseTree(start).named.get('meta') ?? []).map(({ attribs }) => {
    const isContentType = attribs['http-equiv']?.trim().toLowerCase() === 'content-type';
    return attribs.charset?.trim() ?? (isContentType ? charsetOf(attribs.content ?? '') : undefined);
  });
  for (const label of [/encoding=["']?([\w:.-]+)/i.exec(declaration)?.[1], ...labels]) {
    // The bytes of the element are ASCII, so the page cannot be UTF-16.
    const decoding = decoder(label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label);
    if (decoding) return decoding;
  }
  return undefined;
}

function charsetOf(text: string): string | undefined {
  return /charset *= *["']?([\w:.-]+)/i.exec(text)?.[1];
}

function decoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
