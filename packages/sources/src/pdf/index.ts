/** PDF files: text and title. */
export { type PdfText, readPdf } from './read-pdf.ts';
