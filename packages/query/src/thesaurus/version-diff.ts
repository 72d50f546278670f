/** Changes between two versions of a thesaurus that affect tagged documents, as messages. */
import type { Thesaurus } from './thesaurus.ts';

/** Maximum concepts to name in a message. */
const MAX_NAMED_CONCEPTS = 5;

/** `isSubject` returns whether a document uses a URI as a subject. */
export function thesaurusChanges(
  previous: Thesaurus,
  next: Thesaurus,
  isSubject: (uri: string) => boolean,
): string[] {
  const [removed, replaced]: [number[], number[]] = [[], []];
  for (let concept = 0; concept < previous.size; concept++) {
    const uri = previous.uri(concept);
    const now = next.ordinal(uri);
    if (now === undefined) removed.push(concept);
    else if (previous.current(concept) === concept && next.current(now) !== now) replaced.push(concept);
  }
  const sentence = (concepts: number[], heading: string, consequence: string) => {
    if (concepts.length === 0) return [];
    const used = concepts.filter((concept) => isSubject(previous.uri(concept)));
    // Concepts used by documents come first.
    const named = [...new Set([...used, ...concepts])].slice(0, MAX_NAMED_CONCEPTS);
    const names = named
      .map((concept) => `${previous.label(concept)} <${previous.uri(concept)}>`.trimStart())
      .join(', ');
    const more = concepts.length > named.length ? ` and ${concepts.length - named.length} more` : '';
    const effect = used.length === 0 ? 'No document uses them as subjects.' : consequence;
    return [`${heading}: ${names}${more}. ${effect}`];
  };
  return [
    ...sentence(
      removed,
      `Removed concepts (${removed.length})`,
      'Documents keep these subjects, but are no longer found by them.',
    ),
    ...sentence(
      replaced,
      `Replaced concepts (${replaced.length})`,
      'Documents with these subjects are found by the successors.',
    ),
  ];
}
