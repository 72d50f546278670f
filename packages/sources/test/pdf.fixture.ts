/** PDF files of one page: with lines of text, with a password, or with a stream that expands to any size. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

export function pdfFile(text: string, title: string): Uint8Array {
  return pdfOf({ content: `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`, title });
}

/** Text in Shift JIS without an embedded font, so that the reader needs the character map of Adobe-Japan1. */
export function japanesePdf(hexText: string): Uint8Array {
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>';
  const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light ${system} >>`;
  const font = `<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [${descendant}] >>`;
  return pdfOf({ content: `BT /F1 12 Tf 72 720 Td <${hexText}> Tj ET`, font });
}

/** Encrypted with a password that nobody knows. */
export function lockedPdf(): Uint8Array {
  const keys = `/O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}>`;
  const trailer = `/Encrypt << /Filter /Standard /V 1 /R 2 ${keys} /P -4 >> /ID [<01> <01>]`;
  return pdfOf({ content: 'BT ET', trailer });
}

/** About 4 kB, of which the page has as many megabytes of spaces. */
export function pdfBomb(megabytes: number): Uint8Array {
  const flushed = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const inner = Buffer.concat([Buffer.of(0x78, 0x9c), ...Array.from({ length: megabytes }, () => flushed)]);
  const content = deflateSync(inner).toString('latin1');
  return pdfOf({ content, filter: '/Filter [/FlateDecode /FlateDecode]' });
}

interface PdfParts {
  /** Each character is a byte. */
  content: string;
  title?: string;
  filter?: string;
  font?: string;
  /** Further entries of the trailer. */
  trailer?: string;
}

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

function pdfOf({ content, title = '', filter = '', font = HELVETICA, trailer = '' }: PdfParts): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} ${filter} >>\nstream\n${content}\nendstream`,
    font,
    `<< /Title (${title}) >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}
