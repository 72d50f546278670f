/** Decoding of a page or an XML file, by its bytes, byte order mark, header and declaration. */
import { createRequire } from 'node:module';

const MAX_DECLARATION_OFFSET_BYTES = 65_536;

/** The bytes count more than a declaration: servers declare one encoding for all files. Invalid bytes become U+FFFD. */
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
  // In UTF-16, every other byte of ASCII is zero; the byte order mark may be missing.
  const isUtf16 = (offset: number) => bytes[offset] === 0 && bytes[offset + 2] === 0;
  const utf16 = isUtf16(1) ? 'utf-16le' : isUtf16(0) ? 'utf-16be' : undefined;
  const charset = utf16 ?? /charset *= *["']?([\w:.-]+)/i.exec(contentType)?.[1];
  const isUtf8 = /^utf-?8$/i.test(charset ?? '');
  const lenient = new TextDecoder().decode(bytes);
  const nonAsciiCount = lenient.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  const invalidCount = lenient.match(/\ufffd/g)?.length ?? 0;
  const isMostlyUtf8 = nonAsciiCount >= invalidCount;
  if (isUtf8 && isMostlyUtf8) return lenient;
  const label = charset && !isUtf8 ? { transportLayerEncodingLabel: charset } : {};
  const options = { ...label, defaultEncoding: 'utf-8', maxBytes: MAX_DECLARATION_OFFSET_BYTES };
  // Some programs write white space before an XML declaration.
  const [blank = ''] = /^\s+(?=<\?xml)/.exec(Buffer.from(bytes.subarray(0, 100)).toString('latin1')) ?? [];
  const markup = Buffer.from(bytes.subarray(blank.length));
  const declared = sniffer.getEncoding(markup, options);
  // The standard replaces encodings such as ISO-2022-KR, which can hide scripts, and has no decoder for them.
  const hasDecoder = declared !== 'UTF-8' && declared !== 'replacement';
  // A declaration of UTF-16 is wrong in a file without zeros, which markup in UTF-16 always has.
  const isUsable = declared.startsWith('UTF-16') ? bytes.includes(0) : hasDecoder;
  if (isUsable) return sniffer.decodeBuffer(markup, options);
  return isMostlyUtf8 ? lenient : new TextDecoder('windows-1252').decode(bytes);
}
