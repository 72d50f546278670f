/** Character encoding of a page or an XML file: its bytes, byte order mark, header and declaration. */
import { createRequire } from 'node:module';

/**
 * Bytes that are valid UTF-8 count more than another declaration, and a declaration of UTF-8 counts less than bytes that are
 * not valid: servers declare one encoding for all files. Never throws: invalid bytes become U+FFFD.
 */
export function decodeMarkup(bytes: Uint8Array, contentType = ''): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16, and encodings with escape sequences such as ISO-2022-JP, may be valid UTF-8 too.
    if (!text.includes('\0') && !text.includes('\x1b')) return text;
  } catch {
    // Not UTF-8: another encoding, or UTF-8 with a few wrong bytes.
  }
  // Loaded on first use: most pages are UTF-8.
  const sniffer = createRequire(import.meta.url)('encoding-sniffer') as typeof import('encoding-sniffer');
  const transportLayerEncodingLabel = /charset *= *["']?([\w:.-]+)/i.exec(contentType)?.[1];
  const label = transportLayerEncodingLabel && { transportLayerEncodingLabel };
  const options = { ...label, defaultEncoding: 'utf-8' };
  // Some programs write white space before an XML declaration.
  const [blank = ''] = /^\s+(?=<\?xml)/.exec(Buffer.from(bytes.subarray(0, 100)).toString('latin1')) ?? [];
  const declaring = Buffer.from(bytes.subarray(blank.length));
  const declared = sniffer.getEncoding(declaring, options);
  // The standard replaces encodings such as ISO-2022-KR, which can hide scripts, and has no decoder for them.
  const isDecoded = declared !== 'UTF-8' && declared !== 'replacement';
  if (declared.startsWith('UTF-16') ? bytes.includes(0) : isDecoded)
    return sniffer.decodeBuffer(declaring, options);
  const lenient = new TextDecoder().decode(bytes);
  const characters = lenient.match(/[^\0-\x7f\ufffd]/g) ?? [];
  const errors = lenient.match(/\ufffd/g) ?? [];
  return characters.length >= errors.length ? lenient : new TextDecoder('windows-1252').decode(bytes);
}
