/** What concepts named in an input add to a plan: documents tagged with them, and their other labels. */
import type { Vocabulary } from '../index/vocabulary.ts';
import { fold } from '../text/fold.ts';
import type { Language } from '../text/languages.ts';
import { words } from '../text/words.ts';
import type { LabelMatch } from '../thesaurus/recogniser.ts';
import type { RecognisingThesaurus } from '../thesaurus/stored.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import type { Matcher, TermGroup } from './matcher.ts';
import type { Plan, SearchSettings } from './plan.ts';
import { otherLabels } from './read-input.ts';

// Set on topic queries over 8,000 library records, with and without the subjects that people gave them.
export const conceptBoost = 3.5;
export const synonymBoost = 1;
/** What each step down in the hierarchy leaves of the nearness. */
export const stepFactor = 0.7;

/** An input, and by what it is read. */
interface Reading {
  input: string;
  thesaurus: RecognisingThesaurus;
  vocabulary: Vocabulary;
  /** Languages whose word forms count as the same. */
  languages: Language[];
  settings: SearchSettings;
  /** Tag of the language to answer in. */
  language: string | undefined;
}

/** `bits` are the requirements that naming the concepts of this match meets. */
export function addConcepts(plan: Plan, match: LabelMatch, bits: number, reading: Reading): void {
  const { input, settings, language } = reading;
  const { thesaurus } = reading.thesaurus;
  const matched = fold(input.slice(match.begin, match.end));
  const nearness = new Float32Array(thesaurus.size);
  const synonyms = new Map<string, Matcher>();
  for (const { concept, label } of match.namings) {
    const others = otherLabels(thesaurus, concept, matched);
    if (settings.concepts) spread(nearness, concept, thesaurus);
    if (settings.synonyms) {
      for (const text of others) addLabel(synonyms, text, reading);
      plan.markedLabels.push(...others);
    }
    plan.understood.push({
      uri: thesaurus.uri(concept),
      label: thesaurus.label(concept, language),
      matchingLabel: thesaurus.labelText(label),
      begin: match.begin,
      end: match.end,
      alsoSearched: settings.synonyms ? otherLabels(thesaurus, concept, matched, language) : [],
    });
  }
  for (const matcher of synonyms.values()) plan.ways.push({ matcher, bits, boost: synonymBoost });
  if (settings.concepts)
    plan.ways.push({ matcher: { kind: 'concept', nearness }, bits, boost: conceptBoost });
}

/** The word itself and its forms in these languages. */
export function termsOf(word: string, vocabulary: Vocabulary, languages: Language[]): TermGroup {
  const found = new Set<number>();
  const exact = vocabulary.find(word);
  if (exact >= 0) found.add(exact);
  for (const language of languages) for (const term of vocabulary.forms(word, language)) found.add(term);
  return [...found];
}

function spread(nearness: Float32Array, concept: number, thesaurus: Thesaurus): void {
  let level = [concept];
  for (let near = 1; level.length > 0; near *= stepFactor) {
    const next: number[] = [];
    for (const each of level) {
      if (nearness[each]! >= near) continue;
      nearness[each] = near;
      next.push(...thesaurus.narrower(each));
    }
    level = next;
  }
}

/** Labels that are the same but for their forms, in one language or in several, count once. */
function addLabel(
  synonyms: Map<string, Matcher>,
  label: string,
  { vocabulary, languages }: Pick<Reading, 'vocabulary' | 'languages'>,
): void {
  const groups = words(label).map((word) => termsOf(word.text, vocabulary, languages).sort((a, b) => a - b));
  if (groups.length === 0 || groups.some((group) => group.length === 0)) return;
  const matcher: Matcher =
    groups.length === 1 ? { kind: 'word', terms: groups[0]! } : { kind: 'phrase', words: groups };
  synonyms.set(groups.join(' '), matcher);
}
