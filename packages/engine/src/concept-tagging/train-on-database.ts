/** Training of a concept model on the tagged documents of a database, in a worker. */
import { deserializeThesaurus } from '@semantic-search/query';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { documentText } from '../index-writing/document-sections.ts';
import { readTaggedDocuments } from '../storage/stored-content.ts';
import {
  type Example,
  MAX_EXAMPLES,
  MIN_EXAMPLES,
  sampleEvenly,
  trainConceptModel,
} from './concept-model.ts';
import { crossValidate } from './cross-validation.ts';
import type { TrainingResult } from './trainer.ts';

export interface TrainingTask {
  /** Path of the database. */
  file: string;
  /** Whether to measure the quality by cross-validation, too. */
  evaluate: boolean;
}

/** Returns undefined if there is no thesaurus or too few documents were written with subjects. */
export function trainOnDatabase({ file, evaluate }: TrainingTask): TrainingResult | undefined {
  const tagged = readTaggedDocuments(file, (keys) => sampleEvenly(keys, MAX_EXAMPLES));
  if (!tagged) return undefined;
  const { thesaurus, conceptMatcher } = deserializeThesaurus(tagged.record);
  const examples: Example[] = tagged.documents.flatMap((content) => {
    const tags = (content.subjects ?? []).flatMap((uri) => thesaurus.resolve(uri) ?? []);
    if (tags.length === 0) return [];
    const language = canonicalLanguageTag(content.language);
    return { text: documentText(content), tags, ...(language ? { language } : {}) };
  });
  if (examples.length < MIN_EXAMPLES) return undefined;
  const model = trainConceptModel(thesaurus, conceptMatcher, examples);
  return { model, ...(evaluate && { report: crossValidate(thesaurus, conceptMatcher, examples) }) };
}
