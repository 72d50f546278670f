/** Offers another input where it has words that no document has: the most common of the nearest ones that some have. */
import type { LiveIndex } from '../index/live-index.ts';
import { liveFrequencyOf } from './frequency.ts';
import type { Plan } from './plan.ts';
import { similarTerms } from './typos.ts';

/** The whole input with such words replaced; undefined where there is nothing better. With `stemming`, forms are known, too. */
export function suggestedInput(
  input: string,
  plan: Plan,
  index: LiveIndex,
  stemming: boolean,
): string | undefined {
  let corrected = input;
  const typed = plan.clauses.filter((clause) => !clause.excluded).flatMap((clause) => clause.words);
  // From the end, so that places before keep their meaning.
  for (const { text, begin, end } of typed.toReversed()) {
    const better = betterWord(text, index, stemming);
    if (better !== undefined) corrected = corrected.slice(0, begin) + better + corrected.slice(end);
  }
  return corrected === input ? undefined : corrected;
}

function betterWord(
  word: string,
  { vocabulary, generation }: LiveIndex,
  stemming: boolean,
): string | undefined {
  if (isKnown(word, { vocabulary, generation }, stemming)) return undefined;
  for (const { terms } of similarTerms(word, vocabulary)) {
    let best: { term: number; frequency: number } | undefined;
    for (const term of terms) {
      const frequency = liveFrequencyOf([term], generation);
      if (frequency > (best?.frequency ?? 0)) best = { term, frequency };
    }
    if (best) return vocabulary.spelling(best.term);
  }
  return undefined;
}

/** True where some document has the word or, with `stemming`, another form of it. */
export function isKnown(
  word: string,
  { vocabulary, generation }: Pick<LiveIndex, 'vocabulary' | 'generation'>,
  stemming: boolean,
): boolean {
  const languages = stemming ? vocabulary.languages : [];
  const forms = languages.flatMap((language) => vocabulary.forms(word, language));
  return liveFrequencyOf([vocabulary.find(word), ...forms], generation, 1) > 0;
}
