/** PDF files of one page: with a line of text, or with a stream that expands to any size. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

export function pdfFile(text: string, title: string): Uint8Array {
  return pdfOf(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`, title);
}

/** About 4 kB, of which the page has as many megabytes of spaces. */
export function pdfBomb(megabytes: number): Uint8Array {
  const flushed = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const inner = Buffer.concat([Buffer.of(0x78, 0x9c), ...Array.from({ length: megabytes }, () => flushed)]);
  const content = deflateSync(inner).toString('latin1');
  return pdfOf(content, 'Bomb', ' /Filter [/FlateDecode /FlateDecode]');
}

/** Each character of the content is a byte. */
function pdfOf(content: string, title: string, filter = ''): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length}${filter} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
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
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}
