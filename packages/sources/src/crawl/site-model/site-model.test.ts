import { describe, expect, it } from 'vitest';
import type { Candidates, Document } from '../../source.ts';
import { ownDocument, SiteSurvey } from './site-model.ts';

function page(members: Partial<Document>, candidates: Partial<Candidates> = {}): Document {
  const { title = 'Title' } = members;
  const none = { descriptions: [], dates: [], images: [], isChosen: false };
  const page = {
    id: `https://site.example/${title}`,
    title,
    text: 'Text',
    sections: [],
    attributes: {},
    language: 'en',
    ...members,
  };
  return { ...page, candidates: { titles: [title], ...none, ...candidates } };
}

function surveyOf(pages: Document[]): SiteSurvey {
  const survey = new SiteSurvey();
  for (const each of pages) survey.add(each);
  return survey;
}

function repeatedPage(survey: SiteSurvey, document: Document): string | undefined {
  return survey.repeatedPages.originalOf(document, ownDocument(document, survey.model()).text);
}

function compared(pages: Document[]): Document[] {
  const model = JSON.parse(JSON.stringify(surveyOf(pages).model()));
  return pages.map((each) => ownDocument(each, model));
}

const names = ['Otters', 'Herons', 'Newts', 'Owls'];

describe('a page compared with the others of its site', () => {
  it('keeps a text where the pages of the last complete run had numbers', () => {
    const model = surveyOf(
      names.map((title, index) => page({ title, attributes: { length: [`${index}`] } })),
    ).model();
    const attributesOf = (length: string) =>
      ownDocument(page({ attributes: { length: [length] } }), model).attributes;
    expect(attributesOf('12')).toEqual({ length: [12] });
    expect(attributesOf('about 12')).toEqual({ length: ['about 12'] });
  });

  it('has no lines that most pages in its language have', () => {
    const texts = names.map(
      (name) => `Menu\n${name} live here\nLast updated: ${name.length} May 2024\nShare`,
    );
    expect(surveyOf(names.map(() => page({}))).model().languages.en!.lines).toEqual(['Text']);
    const french = page({ language: 'fr', text: 'Menu\nVivent ici' });
    const documents = compared([...texts.map((text) => page({ text })), french]);
    expect(documents.map(({ text }) => text)).toEqual([
      ...names.map((name) => `${name} live here`),
      'Menu\nVivent ici',
    ]);
  });

  it('has no lines that most pages in its variant of the language have', () => {
    const pagesIn = (language: string, frame: string) =>
      names.map((name) => page({ title: `${name} ${language}`, language, text: `${frame}\n${name}` }));
    const documents = compared([...pagesIn('zh-CN', '联系我们'), ...pagesIn('zh-TW', '聯絡我們')]);
    expect(documents.map(({ text }) => text)).toEqual([...names, ...names]);
  });

  it('has no name of the site that most titles in another language have', () => {
    const titles = [...names.map((name) => `${name} | Zoo`), 'Accueil | Zoo'];
    const pages = titles.map((title, index) => page({ title, language: index < names.length ? 'en' : 'fr' }));
    expect(compared(pages).map(({ title }) => title)).toEqual([...names, 'Accueil']);
  });

  it('keeps lines of code, and has no lines that differ in their separators', () => {
    const [first] = compared(
      names.map((name) => page({ text: `In: |${'|'.repeat(name.length)}\na = 1\n${name}` })),
    );
    expect(first!.text).toBe('a = 1\nOtters');
  });

  it('keeps a date that many others have, unless nearly all have it', () => {
    const pages = [1, 2, 3, 4, 5, 6, 7, 8].map((day) =>
      page({}, { dates: ['2024-06-01', day > 2 ? '2024-05-03' : `2024-05-0${day}`] }),
    );
    expect(compared(pages).map(({ date }) => date)).toEqual([
      '2024-05-01',
      '2024-05-02',
      ...Array.from({ length: 6 }, () => '2024-05-03'),
    ]);
  });

  it('keeps a shared heading above a text of its own', () => {
    const section = (heading: string, text: string) => ({
      anchor: heading,
      heading,
      level: 2,
      weight: 6,
      text,
    });
    const pages = names.map((name) =>
      page({
        text: `Food\n${name} eat\nShare\nNow`,
        sections: [section('Food', `${name} eat`), section('Share', 'Now')],
      }),
    );
    const [first] = compared(pages);
    expect(first!.text).toBe('Food\nOtters eat');
    expect(first!.sections.map(({ heading }) => heading)).toEqual(['Food']);
  });

  it('keeps everything if nothing is its own, or if its author has chosen the content', () => {
    const pages = [...names.map(() => page({ text: 'Menu' })), page({ text: 'Menu\nA' }, { isChosen: true })];
    expect(compared(pages).map(({ text }) => text)).toEqual(['Menu', 'Menu', 'Menu', 'Menu', 'Menu\nA']);
  });

  it.each([
    ['Otters- Field guide', 'Otters'],
    ['Otters :: Field guide', 'Otters'],
    ['Field guide » Otters', 'Otters'],
    ['Otters guide', 'Otters guide'],
  ])('loses the name of the site in %s', (title, expected) => {
    const pages = names.map((name) => page({ title: title.replace('Otters', name) }));
    expect(compared(pages)[0]!.title).toBe(expected);
  });

  it('has its heading as title if many pages share a title', () => {
    const pages = names.map((name) => page({ title: 'Reserve' }, { titles: ['Reserve', name] }));
    expect(compared(pages).map(({ title }) => title)).toEqual(names);
    const shared = names.map(() => page({ title: 'Reserve' }, { titles: ['Reserve', 'Our animals'] }));
    expect(compared(shared)[0]!.title).toBe('Reserve');
  });

  it('has its heading as title, but keeps its picture, if a twentieth of the pages share both', () => {
    const images = ['https://example.org/map.png'];
    const few = names.map((name) => page({ title: 'Questions' }, { titles: ['Questions', name], images }));
    const others = Array.from({ length: 60 }, (_, index) => page({ title: `Page ${index}` }));
    const [first] = compared([...few, ...others]);
    expect(first).toMatchObject({ title: 'Otters', image: images[0] });
  });

  it('has its first own line as title if all have one title, except for a home page and for a sentence', () => {
    const texts = names.map((name) => `Menu\n2019-09-25 ~ 2019-10-30\n${name}\nText of a page`);
    const pages = [...texts, 'Menu\nClosed until further notice.'].map((text, index) =>
      page({ id: `https://site.example/${index || ''}`, title: 'Reserve', text }),
    );
    const titles = ['Reserve', ...names.slice(1), 'Reserve'];
    expect(compared(pages).map(({ title }) => title)).toEqual(titles);
  });

  it('has no name of the site that is the whole title of others', () => {
    const others = names.map((name) => page({ title: '- Reserve' }, { titles: ['- Reserve', name] }));
    const pages = [...others, page({ title: 'Tours - Reserve' }), page({ title: 'Tours - guided' })];
    expect(compared(pages).map(({ title }) => title)).toEqual([...names, 'Tours', 'Tours - guided']);
  });

  it('keeps the name of a department, and a title that several pages of a larger site share', () => {
    const departments = ['Library', 'Museum', 'Pool'].flatMap((department) =>
      ['Fees', 'Hours', 'Team'].map((name) => {
        const title = `${name} - ${department}`;
        return page({ title, text: `Notes\n${title}` }, { titles: [title, department] });
      }),
    );
    const news = ['Storm', 'Flood', 'Frost'].map((text) => page({ title: 'News', text }));
    const pages = [...departments, ...news];
    expect(compared(pages).map(({ title }) => title)).toEqual(pages.map(({ title }) => title));
  });

  it('keeps a title that its author has declared', () => {
    const declared = page({ title: 'Fees - Reserve' }, { titles: [] });
    const pages = [...names.map(() => page({ title: 'Reserve' })), declared];
    expect(compared(pages).at(-1)!.title).toBe('Fees - Reserve');
  });

  it('has the title of its tab if its theme gives all pages one title for social media', () => {
    const pages = names.map((name) => page({ title: 'Reserve' }, { titles: ['Reserve', `${name} - Park`] }));
    expect(compared(pages).map(({ title }) => title)).toEqual(names);
  });

  it('has a title without the name of the site, even if most titles end with a section too', () => {
    const pages = [
      ...names.map((name) => page({ title: `${name} | Animals | Park` })),
      page({ title: 'Map | Park' }),
    ];
    expect(compared(pages).map(({ title }) => title)).toEqual([...names, 'Map']);
    const reversed = pages.map(({ title }) => page({ title: title.split(' | ').reverse().join(' | ') }));
    expect(compared(reversed).map(({ title }) => title)).toEqual([...names, 'Map']);
  });

  it.each([
    ['Otters (Zoo)', 'Otters (Lutra)'],
    ['Otters | Zoo e.V.', 'About us.'],
    ['St. Mary: Otters', 'St. Francis'],
  ])('keeps marks that are also in the name of the site: if others are %s, %s', (title, other) => {
    const pages = names.map((name) => page({ title: title.replace('Otters', name) }));
    expect(compared([...pages, page({ title: other })]).at(-1)!.title).toBe(other);
  });

  it('has a description, a date and a picture that few others have', () => {
    const pages = names.map((name) =>
      page(
        {},
        {
          descriptions: ['All about animals', `About ${name}`],
          dates: ['2024-05-03', `2024-05-0${name.length}`],
          images: ['https://example.org/logo.png', `https://example.org/${name}.jpg`],
        },
      ),
    );
    expect(compared(pages)[1]).toMatchObject({
      description: 'About Herons',
      date: '2024-05-06',
      image: 'https://example.org/Herons.jpg',
    });
  });

  it('has the breadcrumbs below the start page of its language', () => {
    const trail = (root: string, language: string) =>
      names.map((name) => page({ language, breadcrumbs: [root, name, 'Page'] }));
    const documents = compared([...trail('Home', 'en'), ...trail('Accueil', 'fr')]);
    expect(documents[0]!.breadcrumbs).toEqual(['Otters', 'Page']);
    expect(documents[4]!.breadcrumbs).toEqual(['Otters', 'Page']);
  });

  it('repeats the others if it is a copy of them on one page', () => {
    const texts = names.map((name) => `${name}\n${`of a manual about ${name} `.repeat(400)}`);
    const pages = texts.map((text, i) => page({ title: `${names[i]} | Field guide`, text }));
    const all = page({ text: texts.join('\n') });
    const { candidates: _, ...printed } = page({ text: texts.join('\n').replaceAll(/(.{50}) /g, '$1-\n') });
    const including = page({ text: texts.map((text) => text.replace(/^.*$/mu, 'More')).join('\n') });
    const survey = surveyOf([...pages, all, printed, including]);
    const repeated = (each: Document) => repeatedPage(survey, each);
    expect([...pages, including].map(repeated)).toEqual([...names, including].map(() => undefined));
    expect([all, printed].map(repeated)).toEqual([pages[0]!.id, pages[0]!.id]);
  });

  it('repeats the others if it has their titles after a number', () => {
    const texts = names.map((name) => `${name}\n${`of a manual about ${name} `.repeat(400)}`);
    const pages = texts.map((text, i) => page({ title: `Field guide | ${names[i]}`, text }));
    const all = page({ text: texts.map((text, i) => `${i + 1}. ${text}`).join('\n') });
    const survey = surveyOf([...pages, all]);
    expect(repeatedPage(survey, all)).toBe(pages[0]!.id);
  });

  it('repeats the first page of the list that it continues, but not the thread or article that it continues', () => {
    const pages = names.map((title) =>
      page({ title: `${title} | Reserve` }, { titles: [`${title} | Reserve`, title] }),
    );
    const at = (path: string, text: string) => page({ id: `https://site.example/${path}`, text });
    const firsts = ['animals/', 'thread', 'shop/index.html'].map((path) => at(path, 'Otters\n€ 3'));
    const listed = 'Herons\n€ 2\nNewts\n€ 4';
    const texts = Array.from({ length: 10 }, (_, index) => `Answer ${index}`);
    const survey = surveyOf([...pages, ...firsts]);
    const repeated = [
      at('animals/page/2/', listed),
      at('thread?page=2', listed),
      at('shop/index%3Fpage=2.html', listed),
      at('thread?page=3', ['Owls', ...texts].join('\n')),
      page({ id: 'https://site.example/thread?page=4', title: 'Otters', text: 'Otters\nThey also dive.\n—' }),
      at('unknown/page/2/', listed),
      firsts[0]!,
    ].map((each) => repeatedPage(survey, each));
    expect(repeated).toEqual([...firsts.map(({ id }) => id), ...Array(4).fill(undefined)]);
  });

  it('is kept, and not the file with its text', () => {
    const text = `Otters\n${'They live in rivers and lakes of the north. '.repeat(20)}`;
    const pages = [page({ title: 'Otters', text }), page({ text: 'About herons' })];
    const fileOf = (content: string) => {
      const { candidates: _, ...file } = page({ text: content.replaceAll(/(.{50}) /g, '$1-\n') });
      return file;
    };
    const files = [fileOf(text), fileOf(`${text}\n${'More about otters. '.repeat(100)}`)];
    const survey = surveyOf([...files, ...pages]);
    const repeated = [...pages, ...files].map((each) => repeatedPage(survey, each));
    expect(repeated).toEqual([undefined, undefined, pages[0]!.id, undefined]);
  });

  it('is a variant of a page without one of its folders if most of its lines are the same', () => {
    const text = 'Otters live in rivers.\nThey eat fish.\nThey sleep on land.';
    const shown = page({ id: 'https://x.example/docs/otters', title: 'Otters', text });
    const variantOf = (members: Partial<Document>) => ({
      ...shown,
      id: 'https://x.example/docs/2.0/otters',
      ...members,
    });
    const older = variantOf({ text: `No longer maintained.\n${text.replace('eat fish', 'eat crabs')}` });
    const others = [
      variantOf({ text: 'Otters play.\nThey dive.' }),
      variantOf({ title: 'Weasels' }),
      variantOf({ language: 'fr' }),
      variantOf({ id: 'https://x.example/docs/2.0/more/otters' }),
    ];
    const pages = [...names, ...names].map((title) => page({ title }));
    const survey = surveyOf([...pages, older, ...others, shown]);
    expect(repeatedPage(survey, older)).toBe(shown.id);
    for (const each of [shown, ...others]) expect(repeatedPage(survey, each)).toBeUndefined();
  });

  it('is no variant because of a teaser, of lines on most pages, or without a text', () => {
    const notices =
      'All fields with a star are required.\nWe use your data to answer you, and delete them then.';
    const others = names.map((name) => page({ title: name, text: `${name}\n${notices}` }));
    const [outer, inner] = ['', 'school/'].map((folder) => `https://x.example/${folder}contact`) as [
      string,
      string,
    ];
    const pairs = [
      [`Write to the town.\n${notices}`, `Write to the school.\n${notices}`],
      ['Otters are back.', 'Otters are back.\nThey live in the river again.\nThey eat fish.'],
      ['', ''],
    ].map(([short, long]) => [page({ id: outer, text: short! }), page({ id: inner, text: long! })] as const);
    for (const [first, second] of pairs) {
      const survey = surveyOf([...others, first, second]);
      expect(repeatedPage(survey, second)).toBeUndefined();
    }
  });

  it('is kept if it is a magazine with notices of other files', () => {
    const fileOf = (id: string, text: string) => {
      const { candidates: _, ...file } = page({ id: `https://site.example/${id}.pdf`, text });
      return file;
    };
    const notices = names.map((name) => `${name} live in the rivers, woods and meadows of the reserve.`);
    const issues = notices.map((notice, index) =>
      fileOf(`${index}`, `${notice}\n${'News of today\n'.repeat(20)}`),
    );
    const magazine = fileOf('magazine', [...notices, 'Otters return. '.repeat(40)].join('\n'));
    const survey = surveyOf([magazine, ...issues]);
    expect(repeatedPage(survey, magazine)).toBeUndefined();
  });

  it('does not repeat another that has the same notice, such as the data sheet of another product', () => {
    const notice = 'The information was correct at the date of publication, without any warranty.';
    const sheetOf = (name: string) =>
      page({ title: `${name} - Maker`, text: `${name}\n${name.repeat(9)}\n${notice}` });
    const [shown, other] = ['Alpha', 'Delta'].map(sheetOf) as [Document, Document];
    const { candidates: _, ...file } = other;
    const survey = surveyOf([shown, file]);
    expect(repeatedPage(survey, file)).toBeUndefined();
  });

  it('has no language if the site declares English, but is written in another language', () => {
    const texts = [
      'As receitas de pão são simples.',
      'O filme começa devagar.',
      'Of these, the last is the best.',
    ];
    const pages = texts.map((text) => page({ text: text.repeat(30), language: 'en-us' }));
    const languages = compared(pages.slice(0, 2)).map(({ language }) => language);
    expect(languages).toEqual([undefined, undefined]);
    expect(compared([pages[2]!])[0]!.language).toBe('en');
    // A few words may be names and numbers only.
    const contact = page({
      text: 'Contact: Jane Doe, Phone 555 0100, Room 12, Monday – Friday',
      language: 'en',
    });
    expect(compared([contact])[0]!.language).toBe('en');
  });

  it('has the only variant of its language, and no author that all have', () => {
    const pages = names.map((name, i) =>
      page({
        title: name,
        language: i > 1 ? 'ja' : 'ja-jp',
        attributes: { author: ['Town', ...(i > 2 ? ['Ada'] : [])] },
      }),
    );
    const documents = compared(pages);
    expect(documents.map(({ language }) => language)).toEqual(['ja', 'ja', 'ja', 'ja']);
    expect(documents.map(({ attributes }) => attributes)).toEqual([{}, {}, {}, { author: ['Ada'] }]);
  });

  it('has no type that nearly all pages in its language have', () => {
    const typesOf = (types: string[]) =>
      compared(types.map((type, index) => page({ title: `${index}`, type }))).map(({ type }) => type);
    expect(typesOf(['Article', 'Article', 'Article'])).toEqual([undefined, undefined, undefined]);
    expect(typesOf(['Article', 'Article', 'Event'])).toEqual(['Article', 'Article', 'Event']);
  });

  it('has its heading or first line as title if its title is only the name of the site, except for a home page', () => {
    const pages = names.map((name) => page({ title: `${name} – Reserve` }));
    const titleAmong = (path: string, ...titles: string[]) => {
      const members = { id: `https://site.example/${path}`, title: 'Reserve', text: 'Nest boxes\nText' };
      return compared([...pages, page(members, { titles: ['Reserve', ...titles] })]).at(-1)!.title;
    };
    expect(titleAmong('a')).toBe('Nest boxes');
    expect(titleAmong('a', 'Nests')).toBe('Nests');
    expect(titleAmong('', 'Welcome')).toBe('Reserve');
  });

  it('keeps the title that it declares for the search', () => {
    const pages = names.map((title) => page({ title, text: 'First line\nText' }, { titles: [] }));
    expect(compared(pages).map(({ title }) => title)).toEqual(names);
  });

  it('is in the category of its folder if pages have no breadcrumbs', () => {
    const paths = [
      'en/birds/',
      'en/birds/owls',
      'en/birds/herons',
      'en/c3/x',
      'en/tags/owls',
      'en/pond-life/',
      'en/pond-life/newts',
      'en/pond-life/frogs',
      'en/',
    ];
    const titles: Record<string, string> = {
      'en/birds/': 'All birds | Reserve',
      'en/pond-life/': 'pond-life | Reserve',
      'en/': 'Home | Reserve',
    };
    const pages = paths.map((path) =>
      page({ id: `https://x.example/${path}`, title: titles[path] ?? `${path} | Reserve` }),
    );
    const trails = compared(pages).map(({ breadcrumbs }) => breadcrumbs?.join());
    expect(trails).toEqual([
      undefined,
      'All birds',
      'All birds',
      undefined,
      undefined,
      undefined,
      'Pond life',
      'Pond life',
      undefined,
    ]);
    const inLanguages = pages
      .slice(0, 2)
      .map(({ id }, index) => page({ id, language: ['de', 'fr'][index], title: `${index}` }));
    expect(compared(inLanguages).map(({ breadcrumbs }) => breadcrumbs)).toEqual([undefined, undefined]);
    const [first] = compared(pages.map((each) => ({ ...each, breadcrumbs: ['Help'] })));
    expect(first!.breadcrumbs).toBeUndefined();
  });
});
