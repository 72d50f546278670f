/** Ground truth by a full scan. Shares no code with the engine, not even the tokenizer. */
import type { DocumentInput } from '../src/index.ts';
import { type BenchmarkQuery, countedFacetNames, type GroundTruth } from './benchmark-kit.ts';

/** Returns runs of letters and digits in lower case, without diacritics. */
export function normalizedWords(text: string): string[] {
  const normalized = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return normalized.match(/[\p{L}\p{N}]+/gu) ?? [];
}

interface ReadDocument {
  texts: string[][];
  words: Set<string>;
  /** By facet. */
  values: Map<string, Set<string>>;
}

/** `broader` contains the direct broader concepts of each concept. */
export function groundTruth(
  documents: DocumentInput[],
  broader: Map<string, string[]>,
  queries: BenchmarkQuery[],
): GroundTruth[] {
  const read = documents.map((document) => readDocument(document, broader));
  return queries.map((query) => {
    const truth: GroundTruth = { ...query, total: 0, facets: {} };
    for (const facet of countedFacetNames) truth.facets[facet] = {};
    for (const document of read) if (matches(document, query)) count(document, truth);
    return truth;
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
  // The iteration includes concepts added meanwhile.
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

/** The counts of a facet ignore its own selection. */
function count({ values }: ReadDocument, truth: GroundTruth): void {
  const selections = Map.groupBy(truth.selected, ({ facet }) => facet);
  const failed = [...selections].filter(
    ([facet, choices]) => !choices.some(({ value }) => values.get(facet)!.has(value)),
  );
  if (failed.length > 1) return;
  if (failed.length === 0) truth.total++;
  for (const facet of failed.length === 0 ? countedFacetNames : [failed[0]![0]]) {
    const counts = truth.facets[facet];
    if (counts) for (const value of values.get(facet)!) counts[value] = (counts[value] ?? 0) + 1;
  }
}
