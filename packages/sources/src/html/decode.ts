/** Character encoding of a page: byte order mark, header, `meta` element or guess (WHATWG Encoding). */

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

function metaEncoding(bytes: Uint8Array): TextDecoder | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES));
  for (const [tag] of start.matchAll(/<(?:meta|\?xml) [^<>]{0,300}/gi)) {
    const label = charsetOf(tag) ?? /encoding=["']?([\w:.-]+)/i.exec(tag)?.[1];
    // The bytes of the element are ASCII, so the page cannot be UTF-16.
    const found = decoder(label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label);
    if (found) return found;
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
