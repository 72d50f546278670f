/** Character encoding of a page or an XML file: its bytes, byte order mark, header and declaration. */
import { createRequire } from 'node:module';

const MAX_DECLARATION_OFFSET_BYTES = 65_536;

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
  const charset = /charset *= *["']?([\w:.-]+)/i.exec(contentType)?.[1];
  const isUtf8 = /^utf-?8$/i.test(charset ?? '');
  const lenient = new TextDecoder().decode(bytes);
  const characters = lenient.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  const isMostlyUtf8 = characters >= (lenient.match(/\ufffd/g)?.length ?? 0);
  if (isUtf8 && isMostlyUtf8) return lenient;
  const label = charset && !isUtf8 ? { transportLayerEncodingLabel: charset } : {};
  const options = { ...label, defaultEncoding: 'utf-8', maxBytes: MAX_DECLARATION_OFFSET_BYTES };
  // Some programs write white space before an XML declaration.
  const [blank = ''] = /^\s+(?=<\?xml)/.exec(Buffer.from(bytes.subarray(0, 100)).toString('latin1')) ?? [];
  const declaring = Buffer.from(bytes.subarray(blank.length));
  const declared = sniffer.getEncoding(declaring, options);
  // The standard replaces encodings such as ISO-2022-KR, which can hide scripts, and has no decoder for them.
  const isDecoded = declared !== 'UTF-8' && declared !== 'replacement';
  if (declared.startsWith('UTF-16') ? bytes.includes(0) : isDecoded)
    return sniffer.decodeBuffer(declaring, options);
  return isMostlyUtf8 ? lenient : new TextDecoder('windows-1252').decode(bytes);
}
