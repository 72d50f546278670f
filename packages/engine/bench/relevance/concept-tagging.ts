/** Quality benchmark of concept extraction: mean F1@5 against manual subjects of abstracts. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { deserializeThesaurus, parseThesaurus } from '@semantic-search/query';
import { type Example, trainConceptModel } from '../../src/concept-tagging/concept-model.ts';
import { type DocumentInput, documentText, openExtractor } from '../../src/index.ts';
import { stopwatch } from '../stopwatch.ts';
import { linesOf, sharedData } from './judged-collections.ts';

export interface Extracted {
  language: string;
  documents: number;
  /** By rule, and with a model trained on the 6,500 records of the training split. */
  untrained: number;
  trained: number;
}

export interface ExtractionFigures {
  languages: Extracted[];
  /** Per second of CPU time, with the model. */
  documentsPerSecond: number;
  trainingMs: number;
}

type Record = DocumentInput & { split: string; language: string; subjects: string[] };

const EVALUATED_CONCEPTS = 5;

/** Evaluates on the validation split, which is not used for training. */
export async function extractFromAbstracts(): Promise<ExtractionFigures> {
  const economics = join(sharedData, 'economics');
  const { record } = await parseThesaurus(createReadStream(join(economics, 'stw.ttl')), 'text/turtle');
  const { thesaurus, conceptMatcher } = deserializeThesaurus(record);
  const records = linesOf(join(economics, 'docs.ndjson')) as unknown as Record[];
  const validation = records.filter(({ split }) => split === 'validate');
  const examples: Example[] = records
    .filter(({ split }) => split === 'train')
    .map((document) => ({
      text: documentText(document),
      language: document.language,
      tags: document.subjects.flatMap((uri) => thesaurus.resolve(uri) ?? []),
    }));
  const training = stopwatch();
  const model = trainConceptModel(thesaurus, conceptMatcher, examples);
  const trainingMs = training().cpu;
  const byRule = measuresOf(validation, openExtractor(thesaurus, conceptMatcher));
  const extracting = stopwatch();
  const learned = measuresOf(validation, openExtractor(thesaurus, conceptMatcher, model));
  const documentsPerSecond = (validation.length / extracting().cpu) * 1000;
  const languages = [...learned].map(([language, { documents, sum }]) => ({
    language,
    documents,
    untrained: byRule.get(language)!.sum / documents,
    trained: sum / documents,
  }));
  return { languages, documentsPerSecond, trainingMs };
}

function measuresOf(records: Record[], { extract }: ReturnType<typeof openExtractor>) {
  const byLanguage = new Map<string, { documents: number; sum: number }>();
  for (const document of records) {
    const { language, subjects } = document;
    const found = extract({ text: documentText(document), language, count: EVALUATED_CONCEPTS });
    const correct = found.filter(({ uri }) => subjects.includes(uri)).length;
    const sums = byLanguage.get(language) ?? { documents: 0, sum: 0 };
    byLanguage.set(language, sums);
    sums.documents++;
    sums.sum += correct === 0 ? 0 : (2 * correct) / (found.length + subjects.length);
  }
  return byLanguage;
}
