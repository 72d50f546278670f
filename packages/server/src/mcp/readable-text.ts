/** Results of tools as text, with one line for each member. Pure. */
import type {
  AgentDocument,
  AgentFacet,
  AgentFullDocument,
  AgentSearchResult,
  AgentSuggestions,
} from '@semantic-search/contract';
import { oneLine } from './plain-text.ts';

export function searchText({
  total,
  start,
  results,
  facets,
  recognizedConcepts,
  didYouMean,
}: AgentSearchResult): string {
  const range = results.length > 0 ? `, ${start + 1} to ${start + results.length}:` : '.';
  return paragraphs([
    `${total} documents found${range}`,
    recognizedConcepts.length > 0 && `Recognized concepts: ${labels(recognizedConcepts)}`,
    didYouMean !== undefined && `Did you mean: ${oneLine(didYouMean)}`,
    ...results.map((document, index) => entryText(document, start + index + 1)),
    ...facets.filter(({ values }) => values.length > 0).map(facetText),
  ]);
}

export function documentListText(documents: AgentDocument[]): string {
  return documents.length === 0
    ? 'No documents found.'
    : paragraphs(documents.map((document, index) => entryText(document, index + 1)));
}

export function suggestionsText({ concepts }: AgentSuggestions): string {
  if (concepts.length === 0) return 'No concepts found.';
  return concepts
    .map(({ label, broader, count, field, value }) =>
      oneLine(
        `${label}${broader ? ` (${broader})` : ''}: ${count} documents; field ${field}, value ${value}`,
      ),
    )
    .join('\n');
}

export function documentText({ text, offset, length, ...head }: AgentFullDocument): string {
  const end = offset + text.length;
  const part = `Characters ${offset} to ${end} of ${length}`;
  return paragraphs([
    headText(head, head.title),
    text,
    end < length ? `${part}; continue with offset ${end}.` : offset > 0 && `${part}.`,
  ]);
}

function entryText({ summary, sections = [], ...head }: AgentDocument, number: number): string {
  const matching = sections.map(({ heading, link, text }) => `section: ${heading} ${link}: ${text}`);
  return [headText(head, `${number}. ${head.title}`), summary && `summary: ${summary}`, ...matching]
    .filter(Boolean)
    .join('\n');
}

function headText({ id, link, date, concepts }: Omit<AgentDocument, 'summary'>, title: string): string {
  return [
    title,
    `id: ${oneLine(id)}`,
    link && link !== id && `link: ${link}`,
    date && `date: ${date}`,
    concepts.length > 0 && `concepts: ${labels(concepts)}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Values of a facet in the text; the data has all. */
const MAX_VALUES_IN_TEXT = 10;

function facetText({ label, field, values }: AgentFacet): string {
  const lines = values
    .slice(0, MAX_VALUES_IN_TEXT)
    .map(
      ({ label: name, value, count, level }) =>
        `${'  '.repeat(level)}- ${oneLine(`${name}${value ? ` <${value}>` : ''}: ${count}`)}`,
    );
  const more = values.length - lines.length;
  return [oneLine(`Facet ${label} (field ${field})`), ...lines, more > 0 && `… ${more} more`]
    .filter(Boolean)
    .join('\n');
}

function labels(concepts: { label: string }[]): string {
  return oneLine(concepts.map(({ label }) => label).join(', '));
}

function paragraphs(parts: (string | false)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
