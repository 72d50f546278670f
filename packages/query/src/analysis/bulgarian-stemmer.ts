/** Light stemmer for Bulgarian nouns and adjectives, after J. Savoy (SAC 2007). */

/** A suffix, its replacement, and the minimum length of the word. */
type Rule = [ending: RegExp, replacement: string, shortest: number];

const articles: Rule[] = [
  [/ият$/, '', 7],
  [/(?:ът|то|те|та|ия)$/, '', 6],
  [/ят$/, '', 5],
];
const plurals: Rule[] = [
  [/(?:овци|ове)$/, '', 7],
  [/еве$/, 'й', 7],
  [/ища$/, '', 6],
  [/та$/, '', 6],
  [/ци$/, 'к', 6],
  [/зи$/, 'г', 6],
  [/е(.)и$/, 'я$1', 6],
  [/си$/, 'х', 5],
  [/и$/, '', 5],
];
const endings: Rule[] = [[/[яаое]$/, '', 4]];
/** Vowels that only some inflections of a word have. */
const fleeting: Rule[][] = [[[/ен$/, 'н', 5]], [[/ъ(.)$/, '$1', 6]]];

/** Takes a word in lower case. */
export function bulgarianStem(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 5 && word.endsWith('ища')) return word.slice(0, -3);
  return [articles, plurals, endings, ...fleeting].reduce(apply, word);
}

/** Applies the first rule that matches. */
function apply(word: string, rules: Rule[]): string {
  const rule = rules.find(([ending, , shortest]) => word.length >= shortest && ending.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
}
