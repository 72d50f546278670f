/** The truth by looking at every document. Shares nothing with the engine, not even what a word is. */
import type { DocumentInput } from '../src/index.ts';
import { type BenchmarkQuery, countedFacetNames, type GroundTruth } from './benchmark-kit.ts';

/** Runs of letters and digits, without marks, in lower case. */
export function normalizedWords(text: string): string[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

interface ReadDocument {
  texts: string[][];
  words: Set<string>;
  /** By facet. */
  values: Map<string, Set<string>>;
}

/** `broader` holds the direct broader concepts of every concept. */
export function groundTruth(
  documents: DocumentInput[],
  broader: Map<string, string[]>,
  queries: BenchmarkQuery[],
): GroundTruth[] {
  const read = documents.map((document) => readDocument(document, broader));
  return queries.map((query) => {
    const answer: GroundTruth = { ...query, total: 0, facets: {} };
    for (const facet of countedFacetNames) answer.facets[facet] = {};
    for (const document of read) if (matches(document, query)) count(document, answer);
    return answer;
  });
}

function readDocument(document: DocumentInput, broader: Map<string, string[]>): ReadDocument {
  const texts = [document.title ?? '', document.description ?? ''].map(normalizedWords);
  const values = new Map<string, Set<string>>();
  for (const facet of ['type', 'language', 'publisher', 'domains', 'decade']) {
    const value = document[facet] ?? [];
    values.set(facet, new Set((Array.isArray(value) ? value : [value]).map(String)));
  }
  const subjects = new Set(document.subjects);
  // The set grows while it is walked through, up to the top.
  for (const concept of subjects) for (const above of broader.get(concept) ?? []) subjects.add(above);
  values.set('subjects', subjects);
  return { texts, words: new Set(texts.flat()), values };
}

function matches({ texts, words }: ReadDocument, { terms, prefix, phrase }: BenchmarkQuery): boolean {
  if (!terms.every((term) => words.has(term))) return false;
  if (prefix !== null && ![...words].some((word) => word.startsWith(prefix))) return false;
  if (phrase === null) return true;
  return texts.some((text) => text.some((_, at) => phrase.every((word, i) => text[at + i] === word)));
}

/** A facet's own selection does not narrow it. */
function count({ values }: ReadDocument, answer: GroundTruth): void {
  const wanted = Map.groupBy(answer.selected, ({ facet }) => facet);
  const failed = [...wanted].filter(
    ([facet, choices]) => !choices.some(({ value }) => values.get(facet)!.has(value)),
  );
  if (failed.length > 1) return;
  if (failed.length === 0) answer.total++;
  for (const facet of failed.length === 0 ? countedFacetNames : [failed[0]![0]]) {
    const counts = answer.facets[facet];
    if (counts) for (const value of values.get(facet)!) counts[value] = (counts[value] ?? 0) + 1;
  }
}
