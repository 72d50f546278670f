/** How good what is learned from tagged documents is, measured on documents that were left out of learning. */
import type { Measures, TrainingReport } from '../api.ts';
import type { ConceptMatcher } from '../thesaurus/concept-matcher.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { type Example, MIN_EXAMPLES, sampleEvenly, trainConceptModel } from './concept-model.ts';
import { openExtractor } from './extract-concepts.ts';

/** As many concepts as are judged of each document. */
const bestCount = 5;
/** More examples would cost minutes and change the figures in the third place only. */
const mostEvaluated = 6000;

/**
 * Trains `folds` times with a part of the examples left out, and averages over the documents left out each time.
 * Undefined where there are too few examples.
 */
export function crossValidate(
  thesaurus: Thesaurus,
  recogniser: ConceptMatcher,
  all: Example[],
  folds = 3,
): TrainingReport | undefined {
  const examples = sampleEvenly(all, mostEvaluated);
  if (examples.length < MIN_EXAMPLES) return undefined;
  const byLanguage = new Map<string, Measures>();
  for (let fold = 0; fold < folds; fold++) {
    const rest = examples.filter((_, i) => i % folds !== fold);
    const model = trainConceptModel(thesaurus, recogniser, rest, rest.length);
    const extractor = openExtractor(thesaurus, recogniser, model);
    for (let i = fold; i < examples.length; i += folds) {
      const { text, language, tags } = examples[i]!;
      // As it is extracted for people, not as it is judged before.
      const question = { text, count: bestCount, ...(language === undefined ? {} : { language }) };
      const found = extractor.extract(question).flatMap(({ uri }) => thesaurus.resolve(uri) ?? []);
      const sums = byLanguage.get(language ?? '') ?? nothing();
      byLanguage.set(language ?? '', added(sums, measuresOf(found, new Set(tags))));
    }
  }
  const sums = [...byLanguage].sort(([, a], [, b]) => b.documents - a.documents);
  return {
    documents: all.length,
    ...averaged(sums.reduce((sum, [, each]) => added(sum, each), nothing())),
    languages: sums.map(([language, each]) => ({ language, ...averaged(each), documents: each.documents })),
  };
}

const nothing = (): Measures => ({ documents: 0, precision: 0, recall: 0, f1: 0 });

function measuresOf(found: number[], tags: ReadonlySet<number>): Measures {
  const right = found.filter((concept) => tags.has(concept)).length;
  return {
    documents: 1,
    precision: found.length === 0 ? 0 : right / found.length,
    recall: right / tags.size,
    f1: right === 0 ? 0 : (2 * right) / (found.length + tags.size),
  };
}

function added(one: Measures, other: Measures): Measures {
  return {
    documents: one.documents + other.documents,
    precision: one.precision + other.precision,
    recall: one.recall + other.recall,
    f1: one.f1 + other.f1,
  };
}

function averaged({ documents, precision, recall, f1 }: Measures): Omit<Measures, 'documents'> {
  return { precision: precision / documents, recall: recall / documents, f1: f1 / documents };
}
