/** Offers another input where words of the one given are hardly known: from the words of the index and of labels. */
import type { LiveIndex } from '../index/live-index.ts';
import { findTerm } from '../index/segment.ts';
import { fold } from '../text/fold.ts';
import type { Plan } from './plan.ts';
import { similarTerms } from './typos.ts';

/** The proposed word must occur this many times as often as the one typed. */
const muchMore = 10;

/** The whole input with such words replaced; undefined where there is nothing better. */
export function suggestedInput(input: string, plan: Plan, index: LiveIndex): string | undefined {
  let corrected = input;
  let changed = false;
  const typed = plan.clauses.filter((clause) => !clause.excluded).flatMap((clause) => clause.words);
  for (const { text, begin, end } of typed.sort((a, b) => b.begin - a.begin)) {
    const better = betterWord(text, index);
    if (better === undefined) continue;
    corrected = corrected.slice(0, begin) + better + corrected.slice(end);
    changed = true;
  }
  return changed ? corrected : undefined;
}

function betterWord(word: string, index: LiveIndex): string | undefined {
  const { vocabulary } = index;
  const term = vocabulary.find(word);
  const frequency = term < 0 ? 0 : frequencyOf(term, index);
  const forms = vocabulary.languages.some((language) =>
    vocabulary.forms(word, language).some((form) => form !== term),
  );
  if (frequency > 0 || (forms && frequency > 0)) return undefined;
  for (const { terms } of similarTerms(word, vocabulary)) {
    let best: { term: number; frequency: number } | undefined;
    for (const each of terms) {
      const here = frequencyOf(each, index);
      if (here > (best?.frequency ?? 0)) best = { term: each, frequency: here };
    }
    if (best && best.frequency >= frequency * muchMore) {
      const spelling = vocabulary.spelling(best.term);
      return fold(spelling) === fold(word) ? undefined : spelling;
    }
  }
  return undefined;
}

/** In how many documents a word occurs; those with it in title and body count twice, deleted ones too. */
function frequencyOf(term: number, index: LiveIndex): number {
  let count = 0;
  for (const { segment } of index.generation.parts) {
    for (const { terms, starts } of [segment.title, segment.body]) {
      const found = findTerm(terms, term);
      if (found >= 0) count += starts[found + 1]! - starts[found]!;
    }
  }
  return count;
}
