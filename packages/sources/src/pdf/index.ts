/** PDF files: text and title. */
export { type PdfReader, pdfReader } from './pdf-reader.ts';
