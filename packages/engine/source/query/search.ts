/** One question from input to answer: find, weigh, select, take the best, count facets, present. */
import type { LiveIndex } from '../index/live-index.ts';
import type { SearchAnswer, SearchQuestion } from '../questions.ts';
import type { Database } from '../storage/database.ts';
import { fold } from '../text/fold.ts';
import { suggestedInput } from './did-you-mean.ts';
import { answeredFacets } from './facet-counts.ts';
import { facetOrThrow } from './facets.ts';
import { type Plan, planSearch, type SearchSettings } from './plan.ts';
import { presenter } from './present.ts';
import { bitCount, find, weigh } from './score.ts';
import { type Passing, passing, type Selection, selectionsOf } from './selection.ts';
import { type Hit, type TitleOf, topOfAll, topOfPart } from './top-documents.ts';

export interface Holdings {
  index: LiveIndex;
  database: Database;
  settings: SearchSettings;
}

/** With fewer documents than this for the words as they were typed, parts of labels, near spellings and some of the words are tried. */
export const little = 5;

/** Of several requirements, the share that a document must meet when all are too many. */
export const leastShare = 0.34;

/** How an input is read beyond the words as they were typed. */
interface Leniency {
  /** Words that name nothing may be parts of labels. */
  partly?: boolean;
  typos?: boolean;
  /** Some of the words are enough. */
  relaxed?: boolean;
}

/** What an input matches. */
interface Matching {
  plan: Plan;
  /** Documents that match the input, whatever is selected. */
  documents: number;
  /** The same with what is selected. */
  total: number;
  /** By part. */
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
  const match = (leniency: Leniency) => matching(question, leniency, selected, excluded, holdings, signal);

  const exact = match({});
  const found = exact.documents < little ? moreThan(exact, match, settings) : exact;
  const present = presenter(holdings, found.plan, question.language);
  const answer: SearchAnswer = {
    total: found.total,
    documents: found.hits.slice(question.start).flatMap(({ part, document, score }) => {
      const stored = holdings.database.byKey(part.segment.keys[document]!);
      return stored ? present(stored, score, question.documentFacets, question.summaryLength) : [];
    }),
    facets: answeredFacets(question, selected, found.passed, index, signal),
    understood: found.plan.understood,
  };
  const suggestion =
    settings.typos && found.plan.required !== 0 && exact.documents < little
      ? suggestedInput(question.input, found.plan, index, settings.stemming)
      : undefined;
  if (suggestion !== undefined) answer.suggestion = suggestion;
  return answer;
}

/** Reads the input more and more leniently until enough documents match. */
function moreThan(
  exact: Matching,
  match: (leniency: Leniency) => Matching,
  { concepts, synonyms, typos, relaxing }: SearchSettings,
): Matching {
  const partly = concepts || synonyms;
  const isLittle = ({ plan, documents }: Matching) => plan.required !== 0 && documents < little;
  let found = exact;
  if (isLittle(found) && partly) found = match({ partly });
  if (isLittle(found) && typos) found = match({ partly, typos });
  if (isLittle(found) && relaxing && bitCount(found.plan.required) > 1)
    found = match({ partly, typos, relaxed: true });
  return found;
}

function matching(
  question: SearchQuestion,
  { partly = false, typos = false, relaxed = false }: Leniency,
  selected: Selection[],
  excluded: Selection[],
  holdings: Holdings,
  signal: AbortSignal | undefined,
): Matching {
  const { index, settings } = holdings;
  const { generation } = index;
  const options = { language: question.language, typos, partly };
  const plan = planSearch(question.input, generation, index.vocabulary, settings, options);
  const all = bitCount(plan.required);
  const minimum = relaxed && all > 1 ? Math.max(1, Math.floor(all * leastShare)) : all;
  const findings = find(plan, generation, signal);
  const titleOf = titleReader(holdings);
  const wanted = question.start + question.count;
  const found: Matching = { plan, documents: 0, total: 0, passed: [], hits: [] };
  const perPart = generation.parts.map((part, i) => {
    signal?.throwIfAborted();
    return weigh(plan, findings, generation, i, minimum, (documents) => {
      found.documents += documents.length;
      const passed = passing(part, documents, selected, excluded, question.dateRange);
      found.total += passed.all.length;
      found.passed.push(passed);
      return topOfPart(part, passed.all, wanted, question.sort, titleOf);
    });
  });
  if (question.start < found.total) found.hits = topOfAll(perPart, wanted, question.sort, titleOf);
  return found;
}

/** Reads titles only where their first letters are the same. */
function titleReader({ database }: Holdings): TitleOf {
  const known = new Map<number, string>();
  return (part, document) => {
    const key = part.segment.keys[document]!;
    let title = known.get(key);
    if (title === undefined) {
      title = fold(database.byKey(key)?.content.title ?? '');
      known.set(key, title);
    }
    return title;
  };
}
