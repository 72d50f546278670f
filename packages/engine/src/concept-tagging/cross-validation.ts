/** k-fold cross-validation of the concept model. */

import type { ConceptMatcher, Thesaurus } from '@semantic-search/query/thesaurus';
import type { Measures, TrainingReport } from '../writable-space.ts';
import { type Example, MIN_EXAMPLES, sampleEvenly, trainConceptModel } from './concept-model.ts';
import { openExtractor } from './extract-concepts.ts';

/** Measures precision, recall and F1 at 5. */
const EVALUATED_CONCEPTS = 5;
/** More examples would take minutes and change only the third digit. */
const MAX_EVALUATED_EXAMPLES = 6000;

/** Averages over the held-out documents of all folds. Returns undefined if there are too few examples. */
export function crossValidate(
  thesaurus: Thesaurus,
  conceptMatcher: ConceptMatcher,
  all: Example[],
  folds = 3,
): TrainingReport | undefined {
  const examples = sampleEvenly(all, MAX_EVALUATED_EXAMPLES);
  if (examples.length < MIN_EXAMPLES) return undefined;
  const byLanguage = new Map<string, Measures>();
  for (let fold = 0; fold < folds; fold++) {
    const rest = examples.filter((_, i) => i % folds !== fold);
    const model = trainConceptModel(thesaurus, conceptMatcher, rest, rest.length);
    const extractor = openExtractor(thesaurus, conceptMatcher, model);
    for (let i = fold; i < examples.length; i += folds) {
      const { text, language, tags } = examples[i]!;
      // Measures the output of extraction, not the scores of the model.
      const query = { text, count: EVALUATED_CONCEPTS, ...(language === undefined ? {} : { language }) };
      const found = extractor.extract(query).flatMap(({ uri }) => thesaurus.resolve(uri) ?? []);
      const sums = byLanguage.get(language ?? '') ?? noMeasures();
      byLanguage.set(language ?? '', addMeasures(sums, measure(found, new Set(tags))));
    }
  }
  const sums = [...byLanguage].sort(([, a], [, b]) => b.documents - a.documents);
  return {
    documents: all.length,
    ...average(sums.reduce((sum, [, each]) => addMeasures(sum, each), noMeasures())),
    languages: sums.map(([language, each]) => ({ language, ...average(each), documents: each.documents })),
  };
}

const noMeasures = (): Measures => ({ documents: 0, precision: 0, recall: 0, f1: 0 });

function measure(found: number[], tags: ReadonlySet<number>): Measures {
  const correct = found.filter((concept) => tags.has(concept)).length;
  return {
    documents: 1,
    precision: found.length === 0 ? 0 : correct / found.length,
    recall: correct / tags.size,
    f1: correct === 0 ? 0 : (2 * correct) / (found.length + tags.size),
  };
}

function addMeasures(one: Measures, other: Measures): Measures {
  return {
    documents: one.documents + other.documents,
    precision: one.precision + other.precision,
    recall: one.recall + other.recall,
    f1: one.f1 + other.f1,
  };
}

function average({ documents, precision, recall, f1 }: Measures): Omit<Measures, 'documents'> {
  return { precision: precision / documents, recall: recall / documents, f1: f1 / documents };
}
