/** Worker that trains a concept model on the tagged documents of a database. */
import { parentPort, workerData } from 'node:worker_threads';
import { deserializeThesaurus } from '@semantic-search/query';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { type Example, MAX_EXAMPLES, trainConceptModel } from '../concept-tagging/concept-model.ts';
import { crossValidate } from '../concept-tagging/cross-validation.ts';
import { documentText } from '../concept-tagging/document-tagger.ts';
import type { TrainingResult } from '../concept-tagging/trainer.ts';
import { readTaggedDocuments } from '../storage/tagged-documents.ts';

export interface TrainingTask {
  /** Path of the database. */
  file: string;
  /** Also cross-validate. */
  evaluate: boolean;
}

parentPort!.postMessage(train(workerData as TrainingTask));

function train({ file, evaluate }: TrainingTask): TrainingResult | undefined {
  const tagged = readTaggedDocuments(file, MAX_EXAMPLES);
  if (!tagged) return undefined;
  const { thesaurus, conceptMatcher } = deserializeThesaurus(tagged.record);
  const examples: Example[] = tagged.documents.flatMap((content) => {
    const tags = (content.subjects ?? []).flatMap((uri) => thesaurus.resolve(uri) ?? []);
    if (tags.length === 0) return [];
    const language = canonicalLanguageTag(content.language);
    return { text: documentText(content), tags, ...(language ? { language } : {}) };
  });
  const report = evaluate ? crossValidate(thesaurus, conceptMatcher, examples) : undefined;
  if (evaluate && !report) return undefined;
  const model = trainConceptModel(thesaurus, conceptMatcher, examples);
  return model && { model, ...(report ? { report } : {}) };
}
