import { expect, test } from 'vitest';
import { analyzerFor } from './analyzers.ts';
import { languageDetector } from './language-detector.ts';
import { normalize } from './normalizer.ts';
import { tokenize } from './tokenizer.ts';

const texts = (text: string) => tokenize(text).map((word) => word.text);

test('returns runs of letters and digits with their offsets', () => {
  expect(tokenize('B2B: "Häuser", it’s')).toEqual([
    { text: 'B2B', begin: 0, end: 3 },
    { text: 'Häuser', begin: 6, end: 12 },
    { text: 'it', begin: 15, end: 17 },
    { text: 's', begin: 18, end: 19 },
  ]);
  expect(texts('a_b  c-d \u{1d538}\u{1f600}x')).toEqual(['a', 'b', 'c', 'd', '\u{1d538}', 'x']);
});

test('keeps combining marks with the letter before them', () => {
  expect(texts('Ha\u0308user नमस्ते')).toEqual(['Ha\u0308user', 'नमस्ते']);
});

test('segments scripts without spaces by dictionary', () => {
  expect(texts('失業率が上昇した').slice(0, 2)).toEqual(['失業率', 'が']);
  expect(texts('ภาษาไทย').length).toBeGreaterThan(1);
  expect(texts('Rodʼnik')).toEqual(['Rodʼnik']);
  expect(texts('用Python写').slice(0, 2)).toEqual(['用', 'Python']);
});

test('keeps prolonged sound marks in Japanese words, also in half width', () => {
  expect(texts('コンピュータのデータ')).toEqual(['コンピュータ', 'の', 'データ']);
  expect(texts('ビールとワイン')).toEqual(['ビール', 'と', 'ワイン']);
  expect(texts('サーバーの設定')).toEqual(['サーバー', 'の', '設定']);
  expect(tokenize('ｺﾝﾋﾟｭｰﾀのﾃﾞｰﾀ、ｻｰﾊﾞｰ')).toEqual([
    { text: 'ｺﾝﾋﾟｭｰﾀ', begin: 0, end: 7 },
    { text: 'の', begin: 7, end: 8 },
    { text: 'ﾃﾞｰﾀ', begin: 8, end: 12 },
    { text: 'ｻｰﾊﾞｰ', begin: 13, end: 18 },
  ]);
  expect(normalize('ｺﾝﾋﾟｭｰﾀ')).toBe(normalize('コンピュータ'));
});

test('normalizing removes case and diacritics and keeps the letters of every script', () => {
  expect(normalize('Ökonomie ÉCONOMIE İstanbul')).toBe('okonomie economie istanbul');
  expect(normalize('Straße Æsop Łódź')).toBe('strasse aesop lodz');
  expect(normalize('한국어')).toBe('한국어');
  expect(normalize('हिन्दी')).toBe('हिंदी');
});

test('normalizing removes invisible characters and unifies compatibility forms', () => {
  expect(texts('La\u00adbour mar\u200dket')).toEqual(['La\u00adbour', 'mar\u200dket']);
  expect(normalize('La\u00adbour')).toBe('labour');
  expect(normalize('Ｌａｂｏｕｒ eﬃcient CO₂')).toBe('labour efficient co2');
  expect(analyzerFor('en').stem('mar\u00adkets')).toBe(analyzerFor('en').stem('market'));
  expect(texts('می\u200cخواهم')).toEqual(['می', 'خواهم']);
});

test.each([
  [
    'en',
    'child children, wolf wolves, knife knives, leaf leaves, life lives, half halves, calf calves, thief thieves',
  ],
  [
    'en',
    'person people, mouse mice, ox oxen, woman women, fisherman fishermen, bus buses, virus viruses, lens lenses',
  ],
  [
    'en',
    'analysis analyses, crisis crises, hypothesis hypotheses, index indices, criterion criteria, larva larvae',
  ],
  [
    'de',
    'Auto Autos, Zebra Zebras, Handy Handys, Museum Museen, Studium Studien, Zentrum Zentren, Hauptthema Hauptthemen',
  ],
  [
    'de',
    'Thema Themen, Firma Firmen, Organismus Organismen, Virus Viren, Lehrerin Lehrerinnen, Käfer Kaefer',
  ],
  [
    'de',
    'Zins Zinsen, Leitzins Leitzinsen, Wechselkurs Wechselkurse, Hals Hälse, Fels Felsen, Streifengans Streifengänse',
  ],
  [
    'de',
    'Luchs Luchse, Lachs Lachse, Krebs Krebse, Impuls Impulse, Zuwachs Zuwächse, Keks Kekse, Vers Verse',
  ],
  [
    'de',
    'Apfel Apfels, Benzin Benzins, Organ Organs, Schal Schals, Server Servers, Fluch Fluchs, Juwel Juwels',
  ],
  [
    'de',
    'Hai Haie, Schrei Schreie, Ei Eier, Känguru Kaengurus, Uhu Uhus, Kolibri Kolibris, Puma Pumas, Ara Aras',
  ],
  [
    'de',
    'Hai Hais, Katzenhai Katzenhais, Bodensee Bodensees, Schnee Schnees, Wohnungsbau Wohnungsbaus, Pfau Pfaus, Stau Staus',
  ],
  ['da', 'Ålborg Aalborg, øl oel, bjørn bjoern'],
  ['no', 'båt baat, øl oel, bjørn bjoern'],
  ['sv', 'björn bjoern, ål aal'],
  ['es', 'ciudad ciudades, universidad universidades'],
  ['ru', 'рынок рынка, отец отца, немец немцы, китаец китайца, точка точек'],
  ['sv', 'marknad marknaden, arbetsmarknad arbetsmarknader, månad månader, byggnad byggnads'],
  ['es', 'pez peces, luz luces, vez veces, mujer mujeres, lugar lugares, dulce dulces'],
  [
    'pt',
    'nação nações, animal animais, pão pães, papel papéis, fácil fáceis, nível níveis, homem homens, sol sóis',
  ],
  ['it', 'lago laghi, uomo uomini, fungo funghi'],
  [
    'nl',
    'kind kinderen, huis huizen, brief brieven, vis vissen, bus bussen, stem stemmen, koe koeien, lid leden',
  ],
  ['sv', 'bok böcker, fågel fåglar, cykel cyklar, finger fingrar, mus möss'],
  [
    'fi',
    'lintu linnut, lintu linnuille, katu kadut, vesi vedet, maa maat, vaikutus vaikutukset, kaupunki kaupungit, nainen naiset, terveys terveyden',
  ],
  ['fr', 'travail travaux, œil yeux'],
])('%s: singular and plural share a stem: %s', (language, pairs) => {
  const { stem } = analyzerFor(language);
  const apart = pairs.split(', ').filter((pair) => {
    const [one, many] = pair.split(' ') as [string, string];
    return stem(one) !== stem(many);
  });
  expect(apart).toEqual([]);
});

test.each([
  ['en', 'virus virtue, bus bun, these thesis, lens lend'],
  ['de', 'neu nü, Frau Frü, arbeitslos Arbeit, Spinne Spin, Basis Base, Steuer Stür'],
  ['de', 'Gans ganz, Kurs Kur, Puls Pulle, Wachs wach, Zins Zinn, Fels Fell'],
  ['de', 'Ei Eis, Kai Kaiser, Rei Reis, Hai Heu, Mai Mais, Hau Haus, Rathau Rathaus, Palai Palais'],
  ['ru', 'рынок рыба, отец отчет'],
  ['sv', 'ordnad marknad, månad man'],
  ['es', 'quieres quer, vez ver'],
  ['pt', 'mais mal, pais pal, seis sil'],
  ['fi', 'kana kanta, radio ratio'],
])('%s: different words have different stems: %s', (language, pairs) => {
  const { stem } = analyzerFor(language);
  const same = pairs.split(', ').filter((pair) => {
    const [one, other] = pair.split(' ') as [string, string];
    return stem(one) === stem(other);
  });
  expect(same).toEqual([]);
});

test('inflections share a stem regardless of spelling', () => {
  const german = analyzerFor('de-AT');
  expect(german.stem('Häuser')).toBe(german.stem('haus'));
  expect(german.stem('Straße')).toBe(german.stem('STRASSE'));
  expect(analyzerFor('ru').stem('экономический')).toBe(analyzerFor('ru').stem('экономическая'));
  expect(analyzerFor('tlh').stem('Qapla')).toBe('qapla');
});

test('recognizes stop words as written and normalized', () => {
  expect(['Für', 'für', 'fuer', 'fur'].filter(analyzerFor('de').isStopWord)).toHaveLength(4);
  expect(['mają', 'maja'].filter(analyzerFor('pl').isStopWord)).toEqual(['mają']);
  expect(analyzerFor('en').isStopWord('the')).toBe(true);
  expect(analyzerFor('en').isStopWord('theory')).toBe(false);
});

test('detects the language of a text', async () => {
  const detect = await languageDetector();
  expect(detect('Die Entwicklung der Arbeitslosigkeit in den neuen Ländern')).toBe('de');
  expect(detect('The development of unemployment in the new states')).toBe('en');
});

test('detects one of the likely languages, or none, for a few words', async () => {
  const detect = await languageDetector();
  for (const title of ['Tides', 'Häuser am See', 'Wasserspinne', 'Brown bear', '2004', ''])
    expect(detect(title)).toBeUndefined();
  expect(detect('Häuser am See', ['en', 'de-AT'])).toBe('de');
  expect(detect('Brown bear', ['en', 'de'])).toBe('en');
  expect(detect('2004', ['en'])).toBeUndefined();
  // A sufficiently long text is detected among all languages.
  expect(detect('Le chat dort devant la maison de ma grand-mère', ['en', 'de'])).toBe('fr');
});

test.each([
  ['劳动力市场', '德国的劳动力市场政策研究'],
  ['货币政策', '欧洲中央银行的货币政策'],
  ['気候', '気候と農業'],
  ['経済成長', '日本の経済成長について'],
  ['労働市場', '若者の労働市場への参入'],
  ['鯨', '鯨の保護'],
  ['ตลาดแรงงาน', 'นโยบายตลาดแรงงานในเยอรมนี'],
  ['การว่างงาน', 'ปัญหาการว่างงานของเยาวชน'],
])('tokenizes %s equally alone and in a sentence', (name, sentence) => {
  expect(texts(sentence).join(' ')).toContain(texts(name).join(' '));
});
