/** Forms that endings do not lead back from: a small table of everyday ones, and letters that change before an ending. */

const plurals = mapsOf({
  en: {
    children: 'child',
    men: 'man',
    women: 'woman',
    feet: 'foot',
    teeth: 'tooth',
    geese: 'goose',
    mice: 'mouse',
  },
  nl: {
    kinderen: 'kind',
    steden: 'stad',
    schepen: 'schip',
    eieren: 'ei',
    bladeren: 'blad',
    volkeren: 'volk',
  },
});

/** By language, then by plural. Maps have nothing in them but what is put there: a word may be "constructor". */
function mapsOf(tables: Record<string, Record<string, string>>): Map<string, Map<string, string>> {
  return new Map(Object.entries(tables).map(([code, forms]) => [code, new Map(Object.entries(forms))]));
}

/** What a word in lower case is reduced to its stem from: its singular, where that is another word. */
export function regularForm(word: string, language: string): string {
  // Portuguese nação, nações.
  if (language === 'pt') return word.endsWith('ões') ? `${word.slice(0, -3)}ão` : word;
  return plurals.get(language)?.get(word) ?? word;
}

/** A Dutch stem as its singular has it, which ends in no soft letter: huiz-en, huis; briev-en, brief. */
export function regularStem(stem: string, language: string): string {
  if (language !== 'nl' || stem.length < 4) return stem;
  return stem.replace(/z$/, 's').replace(/v$/, 'f');
}
