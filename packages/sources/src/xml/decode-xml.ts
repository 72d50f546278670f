/** Character encoding of an XML file: byte order mark, header, declaration, or what the bytes are. */
import { declaredEncoding, markedEncoding } from '../html/tree/decode.ts';

const LESS_THAN = 0x3c;

/**
 * Valid UTF-8 counts more than another declaration, and a declaration of UTF-8 counts less than bytes that are not valid.
 * Never throws.
 */
export function decodeXml(bytes: Uint8Array, contentType = ''): string {
  const certain = markedEncoding(bytes) ?? utf16(bytes);
  if (certain) return decoded(bytes, certain);
  const declared = declaredEncoding(bytes, contentType) ?? 'utf-8';
  const isUnicode = declared.startsWith('utf-');
  if (!isUnicode && isAscii(bytes)) return decoded(bytes, declared);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (!isUnicode) return decoded(bytes, declared);
    const lenient = decoded(bytes, 'utf-8');
    // A file that was cut within a character, or has single wrong bytes, is UTF-8.
    return /[^\0-\x7f\ufffd]/.test(lenient) ? lenient : decoded(bytes, 'windows-1252');
  }
}

function decoded(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** Without a mark, the first character `<` shows the order of the bytes. */
function utf16([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === LESS_THAN && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second === LESS_THAN && third === 0 && fourth !== 0 ? 'utf-16be' : undefined;
}
