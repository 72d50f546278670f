import { beforeEach, describe, expect, test } from 'vitest';
import { searchedTexts } from '../src/index-writing/indexable-document.ts';
import type { DocumentSection } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';
import { spaceForEach } from './support/search-space.ts';

const space = spaceForEach();
const section = (anchor: string, heading: string, text: string, level = 2): DocumentSection => {
  return { anchor, heading, level, text };
};
const page = (id: string, sections: DocumentSection[], more: object = {}) => ({
  id,
  title: id,
  link: `https://example.org/${id}`,
  language: 'en',
  subjects: [],
  text: sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n'),
  sections,
  ...more,
});
const find = async (input: string, more: object = {}) =>
  (await space.search({ ...everything, input, summaryLength: 100, ...more })).documents;
const anchors = async (input: string) => (await find(input))[0]?.sections?.map(({ anchor }) => anchor);

const passport = page('Passport', [
  section('top', 'Passport', 'A passport is issued to citizens.', 1),
  section('fees', 'Fees', 'An adult pays 60 euros. Payment by card.'),
  section('documents', 'Required documents', 'Bring a photo and the previous passport.'),
  section('hours', 'Opening hours', 'Monday to Friday. On Friday no fees can be paid by card.'),
]);

describe('the sections of a result', () => {
  beforeEach(() => space.put([passport]));

  test('are those that match, best first, with link and highlights', async () => {
    const [found] = await find('fees');
    expect(found?.sections).toEqual([
      {
        anchor: 'fees',
        heading: 'Fees',
        url: 'https://example.org/Passport#fees',
        text: 'An adult pays 60 euros. Payment by card.',
        highlights: { heading: [{ begin: 0, end: 4 }], text: [] },
      },
    ]);
  });

  test('match inflected words', async () => {
    expect(await anchors('payments')).toEqual(['fees']);
    expect(await anchors('photos documents')).toEqual(['documents']);
  });

  test('prefer a section with all words to one with some of them', async () => {
    expect((await anchors('fees friday'))?.[0]).toBe('hours');
  });

  test('do not repeat the title of the document', async () => {
    expect(await anchors('citizens passport')).toBeUndefined();
    await space.put([page('KESTREL', [section('top', 'Kestrel', 'A kestrel hovers.', 1)])]);
    expect(await anchors('kestrel')).toBeUndefined();
  });

  test('are absent without words that match', async () => {
    const [found] = await find('');
    expect(found).toBeDefined();
    expect(found).not.toHaveProperty('sections');
  });

  test('are at most three', async () => {
    const many = Array.from({ length: 20 }, (_, i) => section(`s${i}`, 'Kestrel', 'Text'));
    await space.put([page('many', many)]);
    expect(await anchors('kestrel')).toEqual(['s0', 's1', 's2']);
  });

  test('have texts no longer than the summary', async () => {
    await space.put([page('long', [section('a', 'A', `${'sand '.repeat(100)}tide ${'sea '.repeat(100)}`)])]);
    const [found] = await find('tide', { summaryLength: 40 });
    const { text, highlights } = found!.sections![0]!;
    expect(text.length).toBeLessThanOrEqual(40);
    expect(highlights.text.map(({ begin, end }) => text.slice(begin, end))).toEqual(['tide']);
    expect((await find('tide', { summaryLength: 0 }))[0]?.sections?.[0]?.text).toBe('');
  });

  test('replace the fragment of the link and encode the anchor', async () => {
    const odd = section('a b#c%ö', 'Lapwing', '');
    await space.put([page('odd', [odd], { link: 'https://example.org/odd#top' })]);
    expect((await find('lapwing'))[0]?.sections?.[0]?.url).toBe('https://example.org/odd#a%20b%23c%25%C3%B6');
    await space.put([page('odd', [odd], { link: undefined })]);
    expect((await find('lapwing'))[0]?.sections?.[0]?.url).toBe('');
  });

  test('are read within a limit, so that long pages do not delay searches', async () => {
    const filler = section('filler', 'Filler', 'sand '.repeat(4000));
    await space.put([
      page('late', [filler, section('late', 'Late', 'wheatear'), section('end', 'Wheatear', '')]),
    ]);
    expect(await anchors('wheatear')).toEqual(['end']);
  });
});

describe('headings', () => {
  test('rank a page before one with the word in the text, and higher levels before lower ones', async () => {
    await space.put([
      page('text', [section('a', 'Garden', 'The permit is needed.')]),
      page('level-4', [section('a', 'Permit', 'The garden is needed.', 4)]),
      page('level-2', [section('a', 'Permit', 'The garden is needed.', 2)]),
    ]);
    expect((await find('permit')).map(({ id }) => id)).toEqual(['level-2', 'level-4', 'text']);
  });

  test('count by their weight', async () => {
    const weighted = (weight: number) => [{ ...section('a', 'Permit', 'The garden is needed.', 4), weight }];
    await space.put([page('light', weighted(0)), page('heavy', weighted(12))]);
    expect((await find('permit')).map(({ id }) => id)).toEqual(['heavy', 'light']);
  });

  test('are no longer found after the document is replaced, also after a restart', async () => {
    await space.put([passport]);
    await space.reopen();
    expect(await find('hours')).toHaveLength(1);
    await space.put([{ id: 'Passport', title: 'Passport', language: 'en', subjects: [] }]);
    expect(await find('hours')).toEqual([]);
  });
});

test('sections are the text of a document without text', async () => {
  await space.put([page('Passport', passport.sections, { text: undefined })]);
  const [found] = await find('euros');
  expect(found?.description).toContain('60 euros');
  expect(found?.sections?.[0]?.anchor).toBe('fees');
  const full = await space.document('Passport', { documentFacets: [] });
  expect(full.description).toContain('Fees\nAn adult pays');
});

test('a description from the text has no line that repeats the title', async () => {
  const text = 'Home page\nFees (2024)\n11.2 FEES (2024)\nFees (2024) are due in May.\n2024\n';
  await space.put([page('Fees (2024)', [], { text })]);
  const [found] = await find('due');
  expect(found?.description).toBe('Home page\nFees (2024) are due in May.\n2024\n');
});

test.each(['', 'Fees '.repeat(40_000)])(
  'a description has all lines if the title is empty or very long',
  async (title) => {
    const text = 'Fees\n\nThey are due in May.\n';
    await space.put([page('fees', [], { title, text })]);
    const [found] = await find('due');
    expect(found?.description).toBe(text);
  },
);

test('sections are stored as they were written and are no facet', async () => {
  await space.put([passport]);
  expect((await space.stored('Passport'))?.sections).toEqual(passport.sections);
  expect((await space.describe()).facets.map(({ uri }) => uri)).not.toContain('sections');
});

test('a document without sections is indexed with the same texts as before', () => {
  const texts = { title: 'A', description: 'B', text: 'C', type: 'D' };
  expect(searchedTexts({ id: 'a', ...texts })).toEqual({
    title: 'A',
    body: ['B', 'C', 'D'],
  });
});

test.each<[string, unknown, RegExp]>([
  ['no list', 'Fees', /sections must be an array/],
  ['a list of texts', ['Fees'], /sections\[0\] must be an object/],
  ['no anchor', [{ heading: 'a', level: 1, text: '' }], /sections\[0\]\.anchor/],
  ['no heading', [{ anchor: 'a', heading: '', level: 1, text: '' }], /\.heading/],
  ['level 7', [{ anchor: 'a', heading: 'a', level: 7, text: '' }], /\.level must be an integer from 1 to 6/],
  ['a negative weight', [{ anchor: 'a', heading: 'a', level: 1, weight: -1, text: '' }], /\.weight/],
  ['no text', [{ anchor: 'a', heading: 'a', level: 1 }], /\.text must be a string/],
  ['an unknown member', [{ ...section('a', 'a', ''), id: 1 }], /\.id is not a member/],
])('rejects a document whose sections are %s', async (_what, sections, message) => {
  const { refused } = await space.put([{ id: 'a', title: 'A', sections: sections as DocumentSection[] }]);
  expect(refused).toEqual([{ index: 0, message: expect.stringMatching(message) }]);
});
