/** k-fold cross-validation of the concept model. */
import { getOrInsert } from '@semantic-search/query/collections';
import { runToCompletion } from '@semantic-search/query/scheduling';
import type { ConceptMatcher, Thesaurus } from '@semantic-search/query/thesaurus';
import type { Measures, TrainingReport } from '../writable-space.ts';
import { type Example, sampleEvenly, trainConceptModel } from './concept-model.ts';
import { openExtractor } from './extract-concepts.ts';

/** Number of extracted concepts to evaluate: precision, recall and F1 at 5. */
const EVALUATED_CONCEPTS = 5;
/** More examples would take minutes and change only the third digit. */
const MAX_EVALUATED_EXAMPLES = 6000;

/** Averages over the held-out documents of all folds. Each fold trains a model without a part of the examples. */
export function crossValidate(
  thesaurus: Thesaurus,
  conceptMatcher: ConceptMatcher,
  allExamples: Example[],
  folds = 3,
): TrainingReport {
  const examples = sampleEvenly(allExamples, MAX_EVALUATED_EXAMPLES);
  const byLanguage = new Map<string, Measures[]>();
  for (let fold = 0; fold < folds; fold++) {
    const trainingExamples = examples.filter((_, i) => i % folds !== fold);
    const model = trainConceptModel(thesaurus, conceptMatcher, trainingExamples);
    const extractor = openExtractor(thesaurus, conceptMatcher, model);
    for (let i = fold; i < examples.length; i += folds) {
      const { text, language, tags } = examples[i]!;
      // Measures the output of extraction, not the scores of the model.
      const query = { text, language, count: EVALUATED_CONCEPTS };
      const extracted = runToCompletion(extractor.extract(query));
      const concepts = extracted.flatMap(({ uri }) => thesaurus.resolve(uri) ?? []);
      getOrInsert(byLanguage, language ?? '', () => []).push(measure(concepts, new Set(tags)));
    }
  }
  const languages = [...byLanguage].map(([language, measures]) => ({ language, ...average(measures) }));
  return {
    ...average([...byLanguage.values()].flat()),
    documents: allExamples.length,
    languages: languages.sort((a, b) => b.documents - a.documents),
  };
}

function measure(extracted: number[], tags: ReadonlySet<number>): Measures {
  const correct = extracted.filter((concept) => tags.has(concept)).length;
  return {
    documents: 1,
    precision: extracted.length === 0 ? 0 : correct / extracted.length,
    recall: correct / tags.size,
    f1: correct === 0 ? 0 : (2 * correct) / (extracted.length + tags.size),
  };
}

function average(measures: readonly Measures[]): Measures {
  const mean = (name: keyof Measures) =>
    measures.reduce((sum, ofExample) => sum + ofExample[name], 0) / measures.length;
  return { documents: measures.length, precision: mean('precision'), recall: mean('recall'), f1: mean('f1') };
}
