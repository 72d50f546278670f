/** Size limits of documents and their lines: larger ones are rejected early. */
import * as api from '@semantic-search/contract';
import { ProblemError } from '../../errors/problem.ts';

/** A longer line ends the upload. A shorter line whose document is too large is rejected alone. */
const MAX_LINE_BYTES = api.requestLimits.lineBytes;

/** Passes the bytes on. Throws content-too-large for a line that does not end, because its upload could not continue. */
export async function* limitLineLength(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const lineFeed = 10;
  let length = 0;
  for await (const piece of content) {
    const end = piece.lastIndexOf(lineFeed);
    length = end < 0 ? length + piece.length : piece.length - end - 1;
    if (length > MAX_LINE_BYTES)
      throw new ProblemError('content-too-large', `A line does not end within ${MAX_LINE_BYTES} bytes.`);
    yield piece;
  }
}

/** Length of a document in UTF-16 units: names, texts and headings. Numbers, booleans and sections count as 8 units each. */
export function documentLength(document: api.DocumentInput): number {
  let length = 0;
  for (const [name, value] of Object.entries(document)) {
    length += name.length;
    for (const item of asList(value)) length += typeof item === 'string' ? item.length : 8;
  }
  for (const { heading, text } of document.sections ?? []) length += heading.length + text.length;
  return length;
}

/** Message about an exceeded limit; undefined if the document is within all limits. */
export function documentSizeError(document: api.DocumentInput): string | undefined {
  const { idLength, members, nameLength, elements, textLength, stringLength } = api.documentLimits;
  const { id, ...others } = document;
  const names = Object.keys(others);
  if (names.length > members) return `The document has more than ${members} members.`;
  // The engine reports an ID that is not a string.
  if (isLongerThan(idLength, id)) return `id has more than ${idLength} characters.`;
  if (names.some((name) => name.length > nameLength))
    return `The name of a member has more than ${nameLength} characters.`;
  const lists = Object.values(others).filter((value) => Array.isArray(value));
  if (lists.flat().length > elements)
    return `The lists of the document have more than ${elements} elements in total.`;
  for (const [name, value] of Object.entries(others)) {
    const maxLength = name === 'text' ? textLength : stringLength;
    if (asList(value).some((item) => isLongerThan(maxLength, item)))
      return `${name} has more than ${maxLength} characters.`;
  }
  return sectionsSizeError(document.sections ?? []);
}

const isLongerThan = (maxLength: number, value: unknown) =>
  typeof value === 'string' && value.length > maxLength;

function sectionsSizeError(sections: api.DocumentSection[]): string | undefined {
  const { sections: maxSections, headingLength, sectionsLength } = api.documentLimits;
  if (sections.length > maxSections) return `The document has more than ${maxSections} sections.`;
  if (sections.some(({ anchor, heading }) => Math.max(anchor.length, heading.length) > headingLength))
    return `An anchor or a heading has more than ${headingLength} characters.`;
  const length = sections.reduce((sum, { text }) => sum + text.length, 0);
  return length > sectionsLength
    ? `The texts of the sections have more than ${sectionsLength} characters in total.`
    : undefined;
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
