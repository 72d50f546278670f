/** One question from input to answer: find, weigh, select, take the best, count facets, present. */

import { fold } from '../analysis/normalizer.ts';
import type { SearchAnswer, SearchQuestion } from '../api.ts';
import { answeredFacets } from '../facets/facet-counts.ts';
import { facetOrThrow } from '../facets/facets.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { LiveIndex } from '../index/index-writer.ts';
import { presenter } from '../presentation/presenter.ts';
import type { Known } from '../query/index-statistics.ts';
import { languageShares } from '../query/language-distribution.ts';
import { planSearch } from '../query/planner.ts';
import type { Plan, SearchSettings } from '../query/query-plan.ts';
import { isLittle, type Leniency, leastRequirements, little, moreLenient } from '../query/relaxation.ts';
import { suggestedInput } from '../spelling/spell-checker.ts';
import type { Database } from '../storage/database.ts';
import { weigh } from './bm25.ts';
import { emptyDocumentRoom } from './doc-id-arena.ts';
import { documentsWith, mostCommon } from './document-frequency.ts';
import { find } from './evaluate.ts';
import { type Selection, selectionsOf } from './facet-selections.ts';
import { type Passing, passing } from './filters.ts';
import { isEnough } from './has-enough-hits.ts';
import { emptyRoom } from './match-buffer.ts';
import { type Hit, type TitleOf, TopDocuments } from './top-k.ts';

export interface Holdings {
  index: LiveIndex;
  database: Database;
  settings: SearchSettings;
}

/** What an input matches. */
interface Matching {
  leniency: Leniency;
  plan: Plan;
  /** Documents that match the input, whatever is selected. */
  documents: number;
  /** Too few of them match it as it was typed, if its last word does not go on. */
  goesOnOnly: boolean;
  /** The same with what is selected. */
  total: number;
  /** By part, without parts that match nothing. */
  passed: Passing[];
  hits: Hit[];
}

/** Rejects with `unknown-facet`, or with the signal's reason. */
export function search(question: SearchQuestion, holdings: Holdings, signal?: AbortSignal): SearchAnswer {
  const { index, settings } = holdings;
  const { generation, attributes } = index;
  const sources = { attributes, thesaurus: generation.thesaurus.thesaurus };
  const selections = (selected: SearchQuestion['selected']) =>
    selectionsOf(selected, sources.thesaurus, (field) => facetOrThrow(field, sources));
  const selected = selections(question.selected);
  const excluded = selections(question.excluded);
  const match = (leniency: Leniency, former?: Plan) =>
    matching(question, { ...leniency, former }, selected, excluded, holdings, signal);

  const exact = match({});
  let found = exact;
  for (let next = moreLenient(exact, settings); next; next = moreLenient(found, settings))
    found = match(next, found.plan);
  const present = presenter(holdings, found.plan, question.language);
  const hits = found.hits.slice(question.start);
  const stored = holdings.database.byKeys(hits.map(({ part, document }) => part.segment.keys[document]!));
  const answer: SearchAnswer = {
    total: found.total,
    documents: hits.flatMap(({ score }, i) => {
      const document = stored[i];
      return document ? present(document, score, question.documentFacets, question.summaryLength) : [];
    }),
    facets: answeredFacets(question, selected, found.passed, index, signal),
    understood: found.plan.understood,
  };
  const suggestion =
    settings.typos && isLittle(exact)
      ? suggestedInput(question.input, found.plan, knownOf(index), settings.stemming, signal)
      : undefined;
  if (suggestion !== undefined) answer.suggestion = suggestion;
  return answer;
}

function matching(
  question: SearchQuestion,
  { former, ...leniency }: Leniency & { former: Plan | undefined },
  selected: Selection[],
  excluded: Selection[],
  holdings: Holdings,
  signal: AbortSignal | undefined,
): Matching {
  const { index, settings } = holdings;
  const { generation } = index;
  const options = { ...leniency, former, language: question.language, signal };
  const plan = planSearch(question.input, knownOf(index), settings, options);
  const minimum = leastRequirements(plan, leniency);
  emptyRoom();
  emptyDocumentRoom();
  const findings = find(plan, minimum, generation, signal);
  const top = new TopDocuments(question.start + question.count, question.sort, titleReader(holdings));
  const found: Matching = {
    leniency,
    plan,
    documents: 0,
    goesOnOnly: false,
    total: 0,
    passed: [],
    hits: [],
  };
  generation.parts.forEach((part, i) => {
    signal?.throwIfAborted();
    weigh(plan, findings, generation, i, minimum, (documents) => {
      if (documents.length === 0) return;
      found.documents += documents.length;
      const passed = passing(part, documents, selected, excluded, question.dateRange);
      found.total += passed.all.length;
      found.passed.push(passed);
      top.add(part, passed.all);
    });
  });
  if (question.start < found.total) found.hits = top.hits;
  const mayGoOn = !leniency.widely && found.documents >= little;
  found.goesOnOnly = mayGoOn && !isEnough(plan, findings, minimum, generation, signal);
  return found;
}

function knownOf({ vocabulary, generation }: LiveIndex): Known {
  const { thesaurus } = generation;
  return {
    vocabulary,
    thesaurus,
    documentsWith: (group, enough) => documentsWith(group, generation, enough),
    mostCommon: (group, most, accepts) => mostCommon(group, most, generation, accepts),
    languages: () => languageShares(generation),
  };
}

/** Reads titles only where their first letters are the same. */
function titleReader({ database }: Holdings): TitleOf {
  const known = new Map<number, string>();
  return (part, document) => {
    const key = part.segment.keys[document]!;
    return getOrInsert(known, key, () => fold(database.byKey(key)?.content.title ?? ''));
  };
}
