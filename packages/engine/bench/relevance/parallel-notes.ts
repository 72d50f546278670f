/** Concept extraction in several scripts: agreement between scope notes in five languages. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { deserializeThesaurus, parseThesaurus } from '@semantic-search/query';
import { runToCompletion } from '@semantic-search/query/scheduling';
import { openExtractor } from '../../src/building-blocks.ts';
import { sharedData } from './judged-collections.ts';

export interface ParallelNotes {
  language: string;
  /** Number of texts. */
  count: number;
  /** Mean F1@5 against the concepts of the English text. */
  agreement: number;
}

const REFERENCE = 'en';
const LANGUAGES = ['fr', 'es', 'ru', 'ar'];
const EVALUATED_CONCEPTS = 5;
/** Notes of this many concepts are joined: a single note is a sentence. */
const NOTES_PER_TEXT = 5;

/** By rule, because 190 notes are too few for training. */
export async function extractFromParallelNotes(): Promise<ParallelNotes[]> {
  const file = join(sharedData, 'multilingual/unesco-education.ttl');
  const { record } = await parseThesaurus(createReadStream(file), 'text/turtle');
  const { thesaurus, conceptMatcher } = deserializeThesaurus(record);
  const extractor = openExtractor(thesaurus, conceptMatcher);
  const languages = [REFERENCE, ...LANGUAGES];
  const notes = Array.from({ length: thesaurus.size }, (_, concept) =>
    languages.map((language) => thesaurus.definition(concept, language)),
  ).filter((texts): texts is string[] => texts.every(Boolean) && new Set(texts).size === languages.length);
  const texts = Array.from({ length: Math.floor(notes.length / NOTES_PER_TEXT) }, (_, i) =>
    languages.map((_, at) =>
      notes.slice(i * NOTES_PER_TEXT, (i + 1) * NOTES_PER_TEXT).map((each) => each[at]!),
    ),
  );
  const conceptsOf = (parts: string[], language: string) => {
    const query = { text: parts.join('\n\n'), language, count: EVALUATED_CONCEPTS };
    return runToCompletion(extractor.extract(query)).map(({ uri }) => uri);
  };
  const reference = texts.map(([english]) => new Set(conceptsOf(english!, REFERENCE)));
  return LANGUAGES.map((language, at) => {
    const scores = texts.map((each, i) => f1(conceptsOf(each[at + 1]!, language), reference[i]!));
    return {
      language,
      count: texts.length,
      agreement: scores.reduce((sum, one) => sum + one, 0) / texts.length,
    };
  });
}

function f1(found: string[], expected: ReadonlySet<string>): number {
  const common = found.filter((uri) => expected.has(uri)).length;
  return common === 0 ? 0 : (2 * common) / (found.length + expected.size);
}
