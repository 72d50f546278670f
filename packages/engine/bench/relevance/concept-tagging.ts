/** Quality of concept extraction: mean F1@5 on manual subjects of abstracts, titles and anthologies. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { deserializeThesaurus, parseThesaurus } from '@semantic-search/query';
import { runToCompletion } from '@semantic-search/query/scheduling';
import { documentText, openExtractor } from '../../src/building-blocks.ts';
import { type Example, trainConceptModel } from '../../src/concept-tagging/concept-model.ts';
import { stopwatch } from '../stopwatch.ts';
import { anthologiesOf, type JudgedRecord } from './anthologies.ts';
import { linesOf, sharedData } from './judged-collections.ts';

export interface Extracted {
  texts: 'abstracts' | 'titles' | 'anthologies';
  language: 'en' | 'de';
  /** Number of texts for the model. */
  count: number;
  /** By rule, and with a model trained on abstracts of other records. */
  untrained: number;
  trained: number;
  /** Of the texts by rule: the best choice of five concepts that the text mentions. */
  ceiling: number;
}

export interface ExtractionFigures {
  figures: Extracted[];
  /** Per second of CPU time, with the model. */
  documentsPerSecond: number;
  trainingMs: number;
}

interface JudgedText {
  text: string;
  language: string;
  subjects: string[];
}

type SplitRecord = JudgedRecord & { split: string };

const EVALUATED_CONCEPTS = 5;

/**
 * Abstracts and titles are those of the validation split, with a model of the training split. The model for anthologies is
 * trained on the odd records, and the anthologies consist of the even ones. The rule needs no training, so that its anthologies
 * consist of all records.
 */
export async function extractFromRecords(): Promise<ExtractionFigures> {
  const economics = join(sharedData, 'economics');
  const { record } = await parseThesaurus(createReadStream(join(economics, 'stw.ttl')), 'text/turtle');
  const { thesaurus, conceptMatcher } = deserializeThesaurus(record);
  const records = linesOf(join(economics, 'docs.ndjson')) as unknown as SplitRecord[];
  const byRule = openExtractor(thesaurus, conceptMatcher);
  const trainedOn = (training: SplitRecord[]) => {
    const examples: Example[] = training.map((each) => ({
      text: documentText(each),
      language: each.language,
      tags: each.subjects.flatMap((uri) => thesaurus.resolve(uri) ?? []),
    }));
    return openExtractor(thesaurus, conceptMatcher, trainConceptModel(thesaurus, conceptMatcher, examples));
  };
  const compare = (
    texts: Extracted['texts'],
    judged: JudgedText[],
    learned: typeof byRule,
    judgedByRule = judged,
  ): Extracted[] => {
    const untrained = measuresOf(judgedByRule, byRule);
    const ceilings = measuresOf(judgedByRule, byRule, bestChoice);
    return [...measuresOf(judged, learned)].map(([language, { count, sum }]) => ({
      texts,
      language: language as Extracted['language'],
      count,
      untrained: untrained.get(language)!.sum / untrained.get(language)!.count,
      trained: sum / count,
      ceiling: ceilings.get(language)!.sum / ceilings.get(language)!.count,
    }));
  };
  const training = stopwatch();
  const learned = trainedOn(records.filter(({ split }) => split === 'train'));
  const trainingMs = training().cpu;
  const validation = records.filter(({ split }) => split === 'validate');
  const abstracts = validation.map((each) => ({ ...each, text: documentText(each) }));
  const extracting = stopwatch();
  measuresOf(abstracts, learned);
  const documentsPerSecond = (abstracts.length / extracting().cpu) * 1000;
  const titles = validation.map((each) => ({ ...each, text: each.title! }));
  const anthologies = anthologiesOf(records.filter((_, i) => i % 2 === 0));
  const ofOthers = trainedOn(records.filter((_, i) => i % 2 === 1));
  const figures = [
    ...compare('abstracts', abstracts, learned),
    ...compare('titles', titles, learned),
    ...compare('anthologies', anthologies, ofOthers, anthologiesOf(records)),
  ];
  return { figures, documentsPerSecond, trainingMs };
}

/** Concepts to measure of all concepts that a text mentions, best first. */
type Choice = (mentioned: string[], subjects: string[]) => string[];

const firstFive: Choice = (mentioned) => mentioned.slice(0, EVALUATED_CONCEPTS);
/** Five concepts in any case, like the other choices. */
const bestChoice: Choice = (mentioned, subjects) =>
  firstFive(
    mentioned.toSorted((one, other) => Number(subjects.includes(other)) - Number(subjects.includes(one))),
    subjects,
  );

/** Mean F1 by language. */
function measuresOf(judged: JudgedText[], { extract }: ReturnType<typeof openExtractor>, choose = firstFive) {
  const count = choose === firstFive ? EVALUATED_CONCEPTS : Number.MAX_SAFE_INTEGER;
  const byLanguage = new Map<string, { count: number; sum: number }>();
  for (const { text, language, subjects } of judged) {
    const mentioned = runToCompletion(extract({ text, language, count })).map(({ uri }) => uri);
    const chosen = choose(mentioned, subjects);
    const correct = chosen.filter((uri) => subjects.includes(uri)).length;
    const sums = byLanguage.get(language) ?? { count: 0, sum: 0 };
    byLanguage.set(language, sums);
    sums.count++;
    sums.sum += correct === 0 ? 0 : (2 * correct) / (chosen.length + subjects.length);
  }
  return byLanguage;
}
