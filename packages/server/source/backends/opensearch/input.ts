/** From an input to a query: one requirement per word or phrase, each met by the text or by what a concept it names is called and tagged. */
import {
  type Clause,
  covers,
  fold,
  type LabelMatch,
  leastShare,
  type Marked,
  namedIn,
  otherLabels,
  parseInput,
  stopWordsAmong,
  type UnderstoodConcept,
  withPartlyNamed,
} from '@semantic-search/engine';
import type { Edition } from './editions.ts';
import { fieldName, spaced } from './record.ts';

export interface Reading extends Marked {
  clauses: Clause[];
  understood: UnderstoodConcept[];
  /** What documents must meet; none asks for every document. */
  requirements: object[];
  excluded: object[];
}

export interface ReadingOptions {
  language: string | undefined;
  /** Take words that name nothing for parts of labels. */
  partly: boolean;
  /** Words of documents that are spelled nearly like one that no document has. */
  near: ReadonlyMap<string, string[]>;
}

/** Words beyond are not looked for: a cluster refuses a query of more than 1024 clauses. */
const mostRequirements = 30;
const mostClauses = 900;
const shortestPrefix = 2;
const titleBoost = 2;
const prefixBoost = 0.4;
const nearBoost = 0.4;
const conceptBoost = 12;
/** What being about something narrower counts. */
const narrowerShare = 0.6;

export function readInput(input: string, edition: Edition, options: ReadingOptions): Reading {
  const { thesaurus, languages } = edition;
  const clauses = parseInput(input);
  const positive = clauses.filter(({ excluded }) => !excluded);
  const named = namedIn(input, positive, thesaurus);
  const stops = stopWordsAmong(positive, named, languages, options.language);
  const telling = positive.filter((clause) => !stops.has(clause)).slice(0, mostRequirements);
  const matches = options.partly ? withPartlyNamed(named, positive, stops, thesaurus) : named;
  const reading: Reading = {
    clauses,
    understood: [],
    requirements: [],
    excluded: clauses.filter(({ excluded }) => excluded).map((clause) => clauseQuery(clause, edition)),
    marked: telling.flatMap(({ words, unfinished }) => words.map(({ text }) => ({ word: text, unfinished }))),
    markedLabels: [],
  };
  const ways = new Map(telling.map((clause) => [clause, textWays(clause, edition, options.near)]));
  let room = Math.floor(mostClauses / (languages.length + 2)) - 3 * telling.length;
  for (const match of matches) {
    const covered = telling.filter((clause) => covers(match, clause));
    if (covered.length === 0) continue;
    const found = conceptWays(match, input, edition, options.language, reading);
    for (const clause of covered) {
      const share = found.slice(0, Math.max(1, room)).map((way) => way(1 / covered.length));
      ways.get(clause)!.push(...share);
      room -= share.length;
    }
  }
  reading.requirements = telling.map((clause) => anyOf(ways.get(clause)!));
  return reading;
}

/** `relaxed`: a share of the requirements is enough. */
export function inputQuery({ requirements, excluded }: Reading, relaxed: boolean): object {
  if (requirements.length === 0) return { bool: { must: [{ match_all: {} }], must_not: excluded } };
  const all = requirements.length;
  const minimum = relaxed && all > 1 ? Math.max(1, Math.floor(all * leastShare)) : all;
  return { bool: { should: requirements, minimum_should_match: minimum, must_not: excluded } };
}

const anyOf = (should: object[]) => ({ bool: { should, minimum_should_match: 1 } });

function textWays(clause: Clause, edition: Edition, near: ReadonlyMap<string, string[]>): object[] {
  const ways = [clauseQuery(clause, edition)];
  const [{ text }] = clause.words as [Clause['words'][0]];
  if (clause.quoted) return ways;
  if (clause.unfinished && text.length >= shortestPrefix) {
    ways.push({ match_bool_prefix: { words: { query: text, boost: prefixBoost } } });
  }
  const spellings = near.get(text) ?? [];
  if (spellings.length > 0) ways.push({ terms: { words: spellings, boost: nearBoost } });
  return ways;
}

/** What stands in quotes is meant as it is written. */
function clauseQuery({ words, quoted }: Clause, edition: Edition): object {
  const query = words.map(({ text }) => text).join(' ');
  return textQuery(query, quoted ? [] : edition.languages.map(({ code }) => code));
}

function textQuery(query: string, languages: string[], boost = 1): object {
  const fields = ['words', `title^${titleBoost}`, ...languages.map((code) => `stems.${fieldName(code)}`)];
  return { multi_match: { query, type: 'phrase', fields, boost } };
}

/** Ways by which a named concept is found, each given the share of its weight that one word gets. */
function conceptWays(
  match: LabelMatch,
  input: string,
  edition: Edition,
  language: string | undefined,
  reading: Reading,
): ((share: number) => object)[] {
  const { thesaurus } = edition.thesaurus;
  const matched = fold(input.slice(match.begin, match.end));
  const codes = edition.languages.map(({ code }) => code);
  const uris = match.namings.map(({ concept }) => thesaurus.uri(concept));
  const tagged = (share: number) => ({
    dis_max: {
      queries: [
        constant({ concepts: uris }, conceptBoost * share),
        constant({ about: uris }, conceptBoost * narrowerShare * share),
      ],
    },
  });
  const ways: ((share: number) => object)[] = [tagged];
  for (const { concept, label } of match.namings) {
    const others = otherLabels(thesaurus, concept, matched, language);
    reading.markedLabels.push(...others);
    reading.understood.push({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, language),
      matchingLabel: thesaurus.labelText(label),
      begin: match.begin,
      end: match.end,
      alsoSearched: others,
    });
    const texts = others.map(spaced).filter((each) => each !== '');
    ways.push(...texts.map((each) => (share: number) => textQuery(each, codes, share)));
  }
  return ways;
}

const constant = (terms: Record<string, string[]>, boost: number) => ({
  constant_score: { filter: { terms }, boost },
});
