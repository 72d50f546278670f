/** Letters, digits and invisible characters that writers and keyboards use for each other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/search-space.ts';
import type { WritableSpace } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';

/** Texts and queries that find them, by language. */
const pairs: [language: string, [text: string, query: string][]][] = [
  [
    'ar',
    [
      ['كتاب علي عن التاريخ', 'علی'],
      ['أحمد في البيت', 'احمد'],
      ['إسلام', 'اسلام'],
      ['آثار مصر', 'اثار'],
      ['مدرسة كبيرة', 'مدرسه'],
      ['مستشفى المدينة', 'مستشفي'],
      ['م\u{64f}ح\u{64e}م\u{64e}\u{651}د رسول', 'محمد'],
      ['العـــربية', 'العربية'],
      ['سنة ١٤٤٥', '1445'],
      ['كلية الطب', 'کلیة'],
      ['ﻻ إله', 'لا'],
      ['الرحم\u{670}ن', 'الرحمن'],
      ['ٱلله', 'الله'],
      ['القرآن الكريم', 'القران'],
      ['هيئة', 'هيئه'],
    ],
  ],
  [
    'fa',
    [
      ['کتاب علی', 'علي'],
      ['كتاب', 'کتاب'],
      ['سال ۱۴۰۲', '1402'],
      ['سال 1402', '۱۴۰۲'],
      ['سال ١٤٠٢', '۱۴۰۲'],
      ['می\u{200c}روم به خانه', 'میروم'],
      ['می\u{200c}روم به خانه', 'می روم'],
      ['میروم به خانه', 'می\u{200c}روم'],
      ['کتاب\u{200c}ها', 'کتابها'],
      ['کتاب\u{200c}ها', 'کتاب'],
      ['خانۀ ما', 'خانه'],
      ['جمهوری', 'جمهوري'],
      ['ه\u{654} خانه\u{654}', 'خانه'],
    ],
  ],
  [
    'ur',
    [
      ['پاکستان کی تاریخ', 'پاكستان'],
      ['ہندوستان', 'هندوستان'],
    ],
  ],
  [
    'hi',
    [
      ['वर\u{94d}ष २०२४', '2024'],
      ['सड\u{93c}क', 'सड\u{93c}क'],
      ['क\u{94d}\u{200d}ष', 'क\u{94d}ष'],
      ['हिन्दी साहित्य', 'हिंदी'],
      ['संबंध', 'सम्बन्ध'],
      ['गंगा', 'गङ्गा'],
      ['वहाँ', 'वहां'],
      ['ज़मीन', 'जमीन'],
    ],
  ],
  [
    'bn',
    [
      ['২০২৪ স\u{9be}ল', '2024'],
      ['ক\u{9cd}\u{200d}ষ', 'ক\u{9cd}ষ'],
    ],
  ],
  [
    'th',
    [
      ['ป\u{e35} ๒๕๖๗', '2567'],
      ['ประเทศไทย', 'ประเทศไทย'],
      ['น\u{e49}ำตก', 'น\u{e49}\u{e4d}าตก'],
    ],
  ],
  [
    'ja',
    [
      ['２０２４年', '2024'],
      ['ｶﾀｶﾅ', 'カタカナ'],
      ['カタカナ', 'ｶﾀｶﾅ'],
      ['ガラス', 'ｶﾞﾗｽ'],
      ['葛\u{e0100}城市', '葛城市'],
      ['コンピューター', 'コンピュータ'],
      ['コンピュータ', 'コンピューター'],
      ['東京都に行く', '東京'],
      ['ＡＢＣ', 'abc'],
      ['齋藤工業', '斎藤'],
      ['図書館', '圖書館'],
      ['髙島屋', '高島屋'],
      ['ヴァイオリン教室', 'バイオリン'],
      ['りんごの栽培', 'リンゴ'],
    ],
  ],
  [
    'ml',
    [
      ['അവൻ', 'അവന്\u{200d}'],
      ['അവന്\u{200d}', 'അവൻ'],
    ],
  ],
  ['mr', [['१०० र\u{941}पय\u{947}', '100']]],
  ['', [['𝟚𝟘 items', '20']]],
  ['my', [['၂၀၂၄', '2024']]],
  [
    'ko',
    [
      ['서울에서 여행하기', '서울 여행'],
      ['\u{1110}\u{1166}\u{1109}\u{1173}\u{1110}\u{1173}_파일', '테스트'],
      ['서울은 크다', '서울'],
      ['학교를 다니다', '학교'],
      ['\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8} 역사', '한국'],
      ['한국의 역사', '한국 역사'],
      ['도서관으로 가다', '도서관'],
      ['서울', '서울에서'],
      ['사람들이 많다', '사람'],
      ['친구와 함께', '친구'],
    ],
  ],
  [
    'de',
    [
      ['Bürger*innen', 'Bürgerinnen'],
      ['Bürger*innen', 'Bürger'],
      ['Bürger:innen der Stadt', 'Bürger'],
      ['Bürger_innen', 'Bürgerinnen'],
      ['BürgerInnen', 'Bürgerinnen'],
      ['BürgerInnen', 'Bürger'],
      ['Bürger/-innen', 'Bürgerinnen'],
      ['Bürger/innen', 'Bürger'],
      ['Bürgerinnen und Bürger', 'Bürger*innen'],
      ['Bürger', 'Bürger*innen'],
      ['Mitarbeiter·innen', 'Mitarbeiter'],
      ['Student(inn)en', 'Student'],
      ['Lehrer*in gesucht', 'Lehrerin'],
      ['Lehrer*in gesucht', 'Lehrer'],
      ['Lehrer/-in', 'Lehrerin'],
      ['Schüler:innenvertretung', 'Schülervertretung'],
      ['Bürgerinnen', 'BürgerInnen'],
      ['Ärzt*innen', 'Ärztinnen'],
      ['WÄHLER*INNEN', 'Wählerinnen'],
      ['WÄHLER*INNEN', 'Wähler'],
      ['Gründer/\u{2011}innen', 'Gründer'],
      ['LeserIn', 'Leser'],
    ],
  ],
  [
    'en',
    [
      ['un\u{200b}believable story', 'unbelievable'],
      ['hy\u{ad}phen', 'hyphen'],
      ['word\u{2060}joiner', 'wordjoiner'],
      ['foo\u{feff}bar', 'foobar'],
      ['unbelievable story', 'un\u{200b}believable'],
      ['\u{200b}zero', 'zero'],
      ['in\u{200c}side', 'inside'],
      ['hello\u{200e} world', 'hello'],
      ['super\u{34f}b', 'superb'],
      ['fill\u{3164}er', 'filler'],
      ['\u{3164}\u{2764}\u{fe0f}heart\u{fe0f}', 'heart'],
      ['ﬁnance', 'finance'],
      ['naïve café', 'naive cafe'],
    ],
  ],
  [
    'he',
    [
      ['\u{200f}שלום\u{200f} עולם', 'שלום'],
      ['ש\u{5b8}\u{5c1}לו\u{5b9}ם', 'שלום'],
      ['צה״ל', 'צה"ל'],
      ['צה״ל', 'צהל'],
      ['ג׳ירפה', "ג'ירפה"],
      ['ג׳ירפה', 'גירפה'],
      ['שלום־ רב', 'שלום'],
      ['בן־גוריון', 'בן גוריון'],
      ['בן־גוריון', 'בן-גוריון'],
    ],
  ],
  [
    'ru',
    [
      ['ёлка', 'елка'],
      ['елка', 'ёлка'],
      ['Мо\u{301}сква', 'Москва'],
    ],
  ],
  [
    'uk',
    [
      ["комп'ютер", 'комп’ютер'],
      ['комп’ютер', 'компʼютер'],
    ],
  ],
  [
    'el',
    [
      ['Ελλάδα', 'ελλαδα'],
      ['ΟΔΟΣ', 'οδός'],
      ['ΑΘΗΝΑ', 'Αθήνα'],
    ],
  ],
  [
    'tr',
    [
      ['İstanbul', 'istanbul'],
      ['ISPARTA', 'ısparta'],
      ['IĞDIR', 'iğdır'],
      ['kışlık', 'kislik'],
      ['DİYARBAKIR', 'diyarbakır'],
    ],
  ],
  [
    'vi',
    [
      ['Việt Nam', 'viet nam'],
      ['Đà Nẵng', 'da nang'],
      ['Vie\u{323}\u{302}t', 'việt'],
    ],
  ],
  [
    'zh',
    [
      ['图书馆开放时间', '图书馆'],
      ['圖書館開放時間', '图书馆'],
      ['图书馆开放时间', '圖書館'],
      ['臺灣旅遊', '台湾'],
      ['头发护理', '頭髮'],
    ],
  ],
  ['pl', [['Łódź', 'lodz']]],
  ['cs', [['Žižkov', 'zizkov']]],
  ['ro', [['științe', 'ştiinţe']]],
  ['da', [['Ærø', 'aeroe']]],
  [
    'fr',
    [
      ['l’école', 'école'],
      ['Œuvre', 'oeuvre'],
    ],
  ],
  ['nl', [['ĳsland', 'ijsland']]],
  [
    'ca',
    [
      ['col·legi', 'collegi'],
      ['col·legi', 'coŀlegi'],
    ],
  ],
  ['ga', [['Éire', 'eire']]],
  ['az', [['Bakı', 'baki']]],
  ['haw', [['Hawaiʻi', 'hawaii']]],
  ['hy', [['և', 'եւ']]],
  ['ka', [['ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ', 'საქართველო']]],
  ['mn', [['ᠮᠣᠩᠭᠣᠯ', 'ᠮᠣᠩᠭᠣᠯ']]],
];
const cases = pairs.flatMap(([language, texts]) => texts.map(([text, query]) => ({ language, text, query })));

let directory: string;
let space: WritableSpace;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'letters-'));
  space = await openSpace(directory);
  await space.put(
    cases.map(({ language, text }, i) => ({
      id: String(i),
      title: `zz${i}`,
      text,
      ...(language && { language }),
    })),
  );
});
afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

test.each(cases.map((each, i) => ({ ...each, i })))(
  '$language: $query finds $text',
  async ({ language, query, i }) => {
    const request = { ...everything, input: query, count: 200, ...(language && { language }) };
    const { documents, matching } = await space.search(request);
    expect(matching?.isCorrected).toBe(false);
    const hit = documents.find(({ id }) => id === String(i));
    expect(hit?.highlights.description).not.toEqual([]);
    expect(hit).toBeDefined();
  },
);

test('the beginning of a Hindi word finds it with each letter that is typed', async () => {
  await space.put([
    { id: 'hindi', title: 'हिन\u{94d}द\u{940}', language: 'hi' },
    { id: 'forest', title: 'ज\u{902}गल', language: 'hi' },
  ]);
  const found = async (input: string) => {
    const { documents } = await space.search({ ...everything, input, language: 'hi', count: 200 });
    return documents.map(({ id }) => id);
  };
  for (const input of ['हिन', 'हिन\u{94d}', 'हिन\u{94d}द', 'हि\u{902}द'])
    expect(await found(input)).toContain('hindi');
  expect(await found('ज\u{902}ग')).toContain('forest');
  expect(await found('जन')).not.toContain('forest');
});

test('highlights are those of the original characters', async () => {
  const marked = async (text: string, input: string, language: string) => {
    await space.put([{ id: 'marked', title: 'Marked', text, language }]);
    const { documents } = await space.search({ ...everything, input, language, count: 200 });
    const { description, highlights } = documents.find(({ id }) => id === 'marked')!;
    return highlights.description.map(({ begin, end }) => description.slice(begin, end));
  };
  expect(await marked('alle Bürger*innen der Stadt', 'Bürger', 'de')).toEqual(['Bürger*innen']);
  expect(await marked('der צה"ל ודברים', 'צהל', 'he')).toEqual(['צה"ל']);
  expect(await marked('سنة ١٤٤٥ هـ', '1445', 'ar')).toEqual(['١٤٤٥']);
  expect(await marked('an un\u{200b}believable story', 'unbelievable', 'en')).toEqual([
    'un\u{200b}believable',
  ]);
});

test('a name that is spelled like a stop word without its dots is searched', async () => {
  await space.put([
    { id: 'ali', title: 'one', text: 'سيرة علي', language: 'ar' },
    { id: 'other', title: 'two', text: 'سيرة عمر على الطريق', language: 'ar' },
  ]);
  const { documents } = await space.search({ ...everything, input: 'سيرة علي', language: 'ar', count: 200 });
  expect(documents[0]!.id).toBe('ali');
});
