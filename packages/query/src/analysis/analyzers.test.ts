import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyzedLanguages, analyzerFor } from './analyzers.ts';
import { normalize } from './normalizer.ts';

const codes = analyzedLanguages.map(({ code }) => code);

/** Inflections of one word, and words that must not share its stem. */
const forms: Record<string, { same: string[][]; other: [string, string][] }> = {
  de: {
    same: [
      ['Vogel', 'Vögel', 'Vogels'],
      ['Arbeitsmarkt', 'Arbeitsmärkte', 'Arbeitsmarktes'],
      ['Insel', 'Inseln'],
      ['Regel', 'Regeln', 'Regelns'],
      ['Muschel', 'Muscheln'],
      ['Vogel', 'Vögeln', 'Voegeln'],
      ['Lebensmittel', 'Lebensmitteln'],
      ['einzeln', 'einzelne', 'einzelnen'],
      ['Bau', 'Bauten'],
      ['Praktikum', 'Praktika'],
    ],
    other: [
      ['Bank', 'Bahn'],
      ['Handel', 'handeln'],
      ['Wandel', 'wandeln'],
    ],
  },
  en: {
    same: [
      ['policy', 'policies'],
      ['bird', 'birds'],
      ['protect', 'protected', 'protection', 'protections'],
      ['pollute', 'polluted', 'pollution'],
      ['extinct', 'extinction', 'extinctions'],
      ['condition', 'conditions', 'conditioned', 'conditional', 'conditionally'],
      ['decisive', 'decision', 'decisions'],
      ['fly', 'flies', 'flying'],
      ['dry', 'dries', 'dried'],
      ['die', 'dies', 'died', 'dying'],
      ['use', 'uses', 'used', 'using'],
      ['experience', 'experiences'],
      ['university', 'universities'],
    ],
    other: [
      ['market', 'mark'],
      ['US', 'use'],
      ['AIDS', 'aid'],
      ['news', 'new'],
      ['customs', 'customers'],
      ['experience', 'experiment'],
      ['university', 'universe'],
      ['international', 'internal'],
      ['business', 'busy'],
      ['station', 'stat'],
      ['action', 'act'],
    ],
  },
  fr: {
    same: [
      ['oiseau', 'oiseaux'],
      ['économique', 'économiques'],
      ['emploi', 'emplois'],
      ['vélo', 'vélos'],
      ['menu', 'menus'],
      ['délai', 'délais'],
      ['gris', 'grise', 'grises'],
      ['refus', 'refuser', 'refusé'],
    ],
    other: [
      ['marché', 'mare'],
      ['moi', 'mois'],
      ['foi', 'fois'],
    ],
  },
  es: {
    same: [
      ['ballena', 'ballenas'],
      ['económico', 'económica', 'económicos'],
    ],
    other: [['mercado', 'mercurio']],
  },
  it: {
    same: [
      ['uccello', 'uccelli'],
      ['economico', 'economica', 'economici'],
    ],
    other: [['mercato', 'mercurio']],
  },
  nl: {
    same: [
      ['vogel', 'vogels'],
      ['museum', 'musea'],
      ['markt', 'markten'],
    ],
    other: [['bank', 'baan']],
  },
  pt: {
    same: [
      ['pássaro', 'pássaros'],
      ['mercado', 'mercados'],
    ],
    other: [['mercado', 'mercúrio']],
  },
  sv: {
    same: [
      ['fågel', 'fågels'],
      ['skola', 'skolor', 'skolorna'],
    ],
    other: [['bank', 'bana']],
  },
  fi: {
    same: [
      ['talo', 'talot', 'talossa'],
      ['lintu', 'lintua', 'lintuna'],
    ],
    other: [['talo', 'talvi']],
  },
  ru: {
    same: [
      ['птица', 'птицы', 'птицами'],
      ['политика', 'политики', 'политику'],
    ],
    other: [['рынок', 'рыба']],
  },
  ar: {
    same: [
      ['طائر', 'الطائر'],
      ['اقتصاد', 'الاقتصاد'],
    ],
    other: [['طائر', 'طعام']],
  },
  cs: {
    same: [['kniha', 'knihy', 'knihách', 'knihou']],
    other: [['práce', 'právo']],
  },
  pl: {
    same: [['książka', 'książki', 'książkach', 'książkę']],
    other: [['praca', 'prawo']],
  },
  fa: {
    same: [
      ['کتاب', 'کتاب‌ها', 'کتابها', 'كتابهاي', 'کتاب‌هایی', 'كتاب‌هايِ'],
      ['دانشگاه', 'دانشگاه‌ها', 'دانشگاه‌های'],
      ['دانشمند', 'دانشمندان'],
    ],
    other: [
      ['دانش', 'دانشگاه'],
      ['دانش', 'دانشمند'],
      ['نگاه', 'ناگاه'],
    ],
  },
  bg: {
    same: [
      ['птица', 'птици', 'птицата', 'птиците'],
      ['вестник', 'вестници', 'вестникът'],
    ],
    other: [['пазар', 'паяк']],
  },
};

test.each(Object.entries(forms))('%s: inflections share a stem, other words do not', (code, table) => {
  const { stem } = analyzerFor(code);
  for (const words of table.same) expect(words.map(stem)).toEqual(words.map(() => stem(words[0]!)));
  for (const [one, other] of table.other) expect(stem(one)).not.toBe(stem(other));
});

test.each([
  ['de', 'und die nicht fur fuer waehrend', 'markt politik macht'],
  ['en', 'and the not for', 'market policy'],
  ['fr', 'et les pas pour', 'marche politique'],
  ['es', 'y los no para', 'mercado politica'],
  ['it', 'e gli non per', 'mercato politica'],
  ['nl', 'en het niet voor', 'markt beleid'],
  ['pt', 'e os nao para', 'mercado politica'],
  ['sv', 'och det inte for', 'skola politik'],
  ['fi', 'ja se ei mutta', 'markkina politiikka'],
  ['ru', 'и не для на', 'рынок политика'],
  ['ar', 'في من على هذا', 'سوق سياسة'],
  // The dictionary separates `ご` from `たま` (たまご, egg); タイ is Thailand, and マス is a trout.
  ['ja', 'たい ます ご', 'タイ マス ﾀｲ'],
])('%s: recognizes normalized stop words and no other words', (code, stops, telling) => {
  const { isStopWord } = analyzerFor(code);
  expect(stops.split(' ').filter((word) => !isStopWord(word))).toEqual([]);
  expect(telling.split(' ').filter(isStopWord)).toEqual([]);
});

test('stemmers never return an empty stem', () => {
  const letters = 'aeiouäöüбвеиоцъясловията اتوهيהכאगिনகখα漢';
  const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(fc.constantFrom(...codes), word, (code, text) => {
      expect(analyzerFor(code).stem(text)).not.toBe('');
    }),
    { numRuns: 3000 },
  );
});

test.each(codes.filter((code) => analyzerFor(code).keepsFirstLetter))(
  '%s: stems keep the first letter of the word',
  (code) => {
    const letters =
      code === 'ru'
        ? 'абвгдежзийклмнопрстуфхцчшщъыьэюяё'
        : 'abcdefghijklmnopqrstuvwxyzäöüßåæøéèêàçñœõãíîïčřšžýůěąęłńśźż';
    const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(word, (text) => {
        expect(analyzerFor(code).stem(text)[0]).toBe(normalize(text)[0]);
      }),
      { numRuns: 3000 },
    );
  },
);

test.each([
  'حوت بحر مدرسة كتاب غابة طائر سياسة جامعة التهاب ألعاب حيوان لغة أسد حوض',
  'ثدييات حشرات برمائيات قشريات رخويات فراشات غابات محيطات جامعات حيوانات',
  'زواحف طيور أسماك حيتان عناكب سلاحف معلمون معلمين اقتصادية سياسي',
])('Arabic: the article and attached particles do not change the stem: %s', (nouns) => {
  const { stem } = analyzerFor('ar');
  for (const noun of nouns.split(' ')) {
    const withArticle = ['ال', 'وال', 'بال', 'كال', 'وبال'].map((article) => stem(article + noun));
    expect(withArticle, noun).toEqual(withArticle.map(() => stem(noun)));
    expect(stem(noun.startsWith('ل') ? `ل${noun}` : `لل${noun}`), noun).toBe(stem(noun));
  }
});

test.each([
  'معلم معلمون معلمين المعلمين',
  'جامعة جامعات للجامعات',
  'حشرة حشرات والحشرات',
  'حيوان حيوانات',
  'مدرسة مدرسه المدرسة',
])('Arabic: regular plurals have the stem of their singular: %s', (forms) => {
  expect(new Set(forms.split(' ').map(analyzerFor('ar').stem)).size).toBe(1);
});

test('Arabic: different words have different stems', () => {
  const stems = 'والد ولد الم لبن لبنان الله كتاب كاتب بحر بحث'.split(' ').map(analyzerFor('ar').stem);
  expect(new Set(stems).size).toBe(stems.length);
});

test.each(['constructor', '__proto__', 'toString'])('handles "%s" like any other word and tag', (name) => {
  expect(analyzerFor(name).stem(name)).toBe(name.toLowerCase());
  expect(analyzerFor('nl').stem(name)[0]).toBe(name[0]!);
});

test('does not stem extremely long words, in linear time', () => {
  const word = 'Cañá'.repeat(100_000);
  const folded = normalize(word);
  for (const code of codes) expect(analyzerFor(code).stem(word) === folded, code).toBe(true);
});
