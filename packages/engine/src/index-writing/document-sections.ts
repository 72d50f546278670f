/** Sections of a document: validation, headings, and the texts for search and comparison. */
import type { DocumentInput, DocumentSection } from '../writable-space.ts';

/** Weights of headings of level 1 to 6. */
const LEVEL_WEIGHTS = [7, 6, 5, 4, 3, 2];
/** Maximum weight of a heading: ten times the weight of level 1. */
const MAX_WEIGHT = 70;

export function headingWeight({ level, weight }: DocumentSection): number {
  return weight ?? LEVEL_WEIGHTS[level - 1]!;
}

/** Returns the error message of malformed sections, undefined if they are well-formed. */
export function sectionsError(sections: unknown): string | undefined {
  if (sections === undefined || sections === null) return undefined;
  if (!Array.isArray(sections)) return 'sections must be an array.';
  for (const [index, section] of sections.entries()) {
    const message = sectionError(section);
    if (message !== undefined) return `sections[${index}]${message}`;
  }
  return undefined;
}

const SECTION_MEMBERS = new Set(['anchor', 'heading', 'level', 'weight', 'text']);

function sectionError(section: unknown): string | undefined {
  if (typeof section !== 'object' || section === null) return ' must be an object.';
  const { anchor, heading, level, weight, text } = section as Record<keyof DocumentSection, unknown>;
  const unknown = Object.keys(section).find((name) => !SECTION_MEMBERS.has(name));
  if (unknown !== undefined) return `.${unknown.slice(0, 50)} is not a member of a section.`;
  if (typeof anchor !== 'string' || anchor === '') return '.anchor must be a non-empty string.';
  if (typeof heading !== 'string' || heading === '') return '.heading must be a non-empty string.';
  if (![1, 2, 3, 4, 5, 6].includes(level as number)) return '.level must be an integer from 1 to 6.';
  if (weight !== undefined && !(typeof weight === 'number' && weight >= 0 && weight <= MAX_WEIGHT))
    return `.weight must be a number from 0 to ${MAX_WEIGHT}.`;
  return typeof text === 'string' ? undefined : '.text must be a string.';
}

/** Weight that adds one occurrence of the heading: level 1 and 2 add two, levels 3 to 5 add one. */
const WEIGHT_PER_OCCURRENCE = 3;

/** Headings to index in addition to the full text, repeated by their weight. */
export function headingTexts({ sections }: Pick<DocumentInput, 'sections'>): string[] {
  return (sections ?? []).flatMap((section) =>
    Array<string>(Math.floor(headingWeight(section) / WEIGHT_PER_OCCURRENCE)).fill(section.heading),
  );
}

/** The document's text, or the texts of its sections if it has none. */
export function fullText({ text, sections }: Pick<DocumentInput, 'text' | 'sections'>): string {
  if (text || !sections) return text ?? '';
  return sections.flatMap(({ heading, text: content }) => [heading, content]).join('\n');
}

/** Title, description and full text, by which documents are tagged, embedded and compared. */
export function documentText(document: DocumentInput): string {
  const { title, description } = document;
  return [title, description, fullText(document)].filter((text) => text).join('\n\n');
}
