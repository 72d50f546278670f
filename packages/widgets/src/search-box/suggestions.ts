/** Suggestions for the text of the search box, in their order on screen. Pure functions. */
import type { ResultSection, RetrievedDocument, SuggestedConcept } from '@semantic-search/contract';
import { titleOf } from '../markup/document-parts.ts';
import { safeLink } from '../store/safe-url.ts';
import type { SearchStore } from '../store/search-store.ts';

export type Suggestion =
  | { kind: 'recent' | 'popular'; input: string }
  | { kind: 'concept'; concept: SuggestedConcept }
  | {
      kind: 'document';
      document: RetrievedDocument;
      section: ResultSection | undefined;
      /** Path of the document's address, if another suggestion has the same title. */
      path: string | undefined;
    };

/** The first results only; the page shows them all. */
const MAX_DOCUMENTS = 3;

/** Concepts first; documents only if the current response belongs to the typed text. */
export function suggestionsFor(
  concepts: readonly SuggestedConcept[],
  { response, responseQuery }: SearchStore,
  typed: string,
): Suggestion[] {
  const documents = responseQuery?.input === typed ? response!.result.slice(0, MAX_DOCUMENTS) : [];
  const titles = documents.map(titleOf);
  const isShared = (title: string) => titles.indexOf(title) !== titles.lastIndexOf(title);
  return [
    ...concepts.map((concept) => ({ kind: 'concept' as const, concept })),
    ...documents.map((document) => ({
      kind: 'document' as const,
      document,
      section: sectionOf(document),
      path: isShared(titleOf(document)) ? pathOf(document.link) : undefined,
    })),
  ];
}

/** Identity of a suggestion, so that the active suggestion stays active when others are inserted. */
export function keyOf(suggestion: Suggestion): string {
  if ('input' in suggestion) return suggestion.kind + suggestion.input;
  const id = suggestion.kind === 'concept' ? suggestion.concept.value : suggestion.document.id;
  return suggestion.kind + id;
}

/** The first section whose heading matches, unless the title of the document matches. */
const sectionOf = ({ highlights, sections }: RetrievedDocument) =>
  highlights?.title[0] ? undefined : sections?.find((hit) => hit.highlights.heading[0] && safeLink(hit.url));

/** `guide › carts` of `https://example.org/guide/carts/index.html`. */
function pathOf(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const path = new URL(link).pathname.replace(/(?:index)?\.\w+$/, '');
  return path.split('/').filter(Boolean).map(decoded).join(' › ') || undefined;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
