/** Training of a concept model on the tagged documents of a database, in a worker. */
import { DatabaseSync } from 'node:sqlite';
import { deserializeThesaurus } from '@semantic-search/query';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import type { DocumentInput } from '../writable-space.ts';
import { type Example, MAX_EXAMPLES, trainConceptModel } from './concept-model.ts';
import { crossValidate } from './cross-validation.ts';
import { documentText } from './document-tagger.ts';
import type { TrainingResult } from './trainer.ts';

export interface TrainingTask {
  /** Path of the database. */
  file: string;
  /** Also cross-validate. */
  evaluate: boolean;
}

/** Returns undefined if there is no thesaurus or too few documents were written with subjects. */
export function trainOnDatabase({ file, evaluate }: TrainingTask): TrainingResult | undefined {
  const tagged = readTaggedDocuments(file);
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

/** An even sample of the documents written with subjects. Opens its own connection, because the writer is in another thread. */
function readTaggedDocuments(file: string): { record: Uint8Array; documents: DocumentInput[] } | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const thesaurus = database.prepare('SELECT record FROM thesaurus').get();
    if (!thesaurus) return undefined;
    const keys = database.prepare('SELECT key FROM document WHERE extracted IS NULL ORDER BY key').all();
    const read = database.prepare('SELECT content FROM document WHERE key = ?');
    const documents: DocumentInput[] = [];
    const step = Math.max(1, keys.length / MAX_EXAMPLES);
    for (let at = 0; at < keys.length; at += step) {
      const row = read.get(keys[Math.floor(at)]!.key as number);
      if (row) documents.push(JSON.parse(row.content as string));
    }
    return { record: thesaurus.record as Uint8Array, documents };
  } finally {
    database.close();
  }
}
