/** The thread that learns from the tagged documents of a space: reads the database by itself, answers with a model. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Example, MOST_EXAMPLES, trainConceptModel } from '../concepts/concept-model.ts';
import { readTagged } from '../storage/database.ts';
import { textOf } from '../tagging.ts';
import { openThesaurusRecord } from '../thesaurus/stored.ts';

const { file } = workerData as { file: string };

const { record, documents } = readTagged(file, MOST_EXAMPLES);
const { thesaurus, recogniser } = openThesaurusRecord(record);
const examples: Example[] = documents.flatMap((content) => {
  const tags = (content.subjects ?? []).flatMap((uri) => thesaurus.resolve(uri) ?? []);
  if (tags.length === 0) return [];
  return { text: textOf(content), tags, ...(content.language ? { language: content.language } : {}) };
});
parentPort!.postMessage(trainConceptModel(thesaurus, recogniser, examples));
