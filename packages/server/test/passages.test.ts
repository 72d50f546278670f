/**
 * Passages: shape, limits, and questions whose passage is known.
 *
 * Each question is a sentence, or a title, that is left out of the text. Documents are books of five texts, so that finding the
 * document is not enough.
 */
import { globSync, readFileSync } from 'node:fs';
import type {
  AgentSearchResult,
  PassagesResponse,
  RetrievedDocument,
  SearchResponse,
} from '@semantic-search/contract';
import { analyzerFor, tokenize } from '@semantic-search/query/analysis';
import { beforeAll, describe, expect, test } from 'vitest';
import { openContent } from '../src/open-content.ts';
import { secrets } from './support/forged-tokens.ts';
import { served } from './support/service.ts';

const server = served(secrets, openContent);

async function space(name: string, documents: object[], thesaurus?: string): Promise<string> {
  const put = { 'Content-Type': 'text/turtle' };
  if (thesaurus) await server.call('PUT', `/api/spaces/${name}/thesaurus`, thesaurus, put);
  for (let i = 0; i < documents.length; i += 500) {
    const lines = documents.slice(i, i + 500).map((document) => JSON.stringify(document));
    await server.call('POST', `/api/spaces/${name}/documents`, lines.join('\n'), {
      'Content-Type': 'application/x-ndjson',
    });
  }
  return server.created({ title: name, searchSpace: name });
}

async function passages(path: string, body: object): Promise<PassagesResponse['result']> {
  const response = await server.call('POST', `${path}/passages`, body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return (response.body as unknown as PassagesResponse).result;
}

const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

describe('a passage', () => {
  const filler = (from: number) =>
    Array.from(
      { length: 12 },
      (_, i) => `Sentence ${from + i} is about nothing of interest to anybody.`,
    ).join(' ');
  const sections = [
    {
      anchor: 'nests',
      heading: 'Nests',
      level: 2,
      text: `${filler(0)} Cranes build them on the ground. ${filler(20)}`,
    },
    { anchor: 'food', heading: 'Food of the crane', level: 2, text: 'They eat roots.' },
    {
      anchor: 'age',
      heading: 'Age',
      level: 2,
      text: `Cranes live for 30 years. ${filler(0)} An old crane is 40.`,
    },
  ];
  const link = 'https://example.org/crane';
  const document = { id: 'urn:crane', title: 'Bird of luck', link, language: 'en', sections };
  const thesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <urn:concept> a skos:Concept ; skos:prefLabel "crane"@en ; skos:altLabel "grus"@en .`;
  let path = '';
  beforeAll(async () => {
    path = await space(
      'birds',
      [document, { ...document, id: 'urn:b', sections: [], description: 'A crane.' }],
      thesaurus,
    );
  });

  test('is a section, or sentences of it, with its place, at most two per document', async () => {
    const found = await passages(path, { input: 'grus', language: 'en', count: 50 });
    expect(found.map((each) => each.document.id).sort()).toEqual(['urn:b', 'urn:crane', 'urn:crane']);
    const [short] = found.filter(({ anchor }) => anchor === 'food');
    expect(short).toEqual({
      document: { id: 'urn:crane', title: 'Bird of luck', link },
      heading: 'Food of the crane',
      anchor: 'food',
      text: 'They eat roots.',
      begin: 0,
      end: 15,
      score: expect.any(Number),
      concepts: [{ uri: 'urn:concept', label: 'crane' }],
    });
    for (const { anchor, text, begin, end } of found)
      expect(
        (sections.find((section) => section.anchor === anchor)?.text ?? 'A crane.').slice(begin, end),
      ).toBe(text);
  });

  test('has 3 to 8 sentences, and at most maxCharacters', async () => {
    for (const maxCharacters of [100, 300, 800]) {
      for (const { text, heading } of await passages(path, {
        input: 'ground',
        language: 'en',
        maxCharacters,
      })) {
        expect(heading).toBe('Nests');
        expect(text).toContain('Cranes build them on the ground.');
        expect(text.length).toBeLessThanOrEqual(maxCharacters);
        if (maxCharacters > 100) expect(text.split('. ').length).toBeGreaterThanOrEqual(3);
        expect(text.split('. ').length).toBeLessThanOrEqual(8);
      }
    }
  });

  test.each(['', '-crane', 'unicorn'])('returns nothing for the input "%s"', async (input) => {
    expect(await passages(path, { input })).toEqual([]);
  });

  test.each([
    {},
    { input: 'a', count: 51 },
    { input: 'a', count: 0 },
    { input: 'a', maxCharacters: 99 },
    { input: 7 },
  ])('%j returns 400', async (body) => {
    expect((await server.call('POST', `${path}/passages`, body)).status).toBe(400);
  });

  test('is cited by agents with the address of its section', async () => {
    const call = {
      name: 'search',
      arguments: { configuration: Number(path.split('/').at(-1)), input: 'food of the crane' },
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const accept = { Accept: 'application/json, text/event-stream' };
    const { body } = await server.call('POST', '/mcp', message, accept);
    const { structuredContent } = body.result as unknown as { structuredContent: AgentSearchResult };
    expect(structuredContent.passages[0]).toEqual({
      document: 'urn:crane',
      title: 'Bird of luck',
      heading: 'Food of the crane',
      link: `${link}#food`,
      text: 'They eat roots.',
    });
  });
});

describe('the summary of the first result', () => {
  const filler = 'Nothing of interest to anybody happens in this sentence of the text. '.repeat(12);
  const sections = [
    { anchor: 'way', heading: 'Way', level: 2, text: `The baths are by the river. ${filler}` },
    {
      anchor: 'hours',
      heading: 'Times',
      level: 2,
      text: `${filler}On holidays the baths open at ten. ${filler}`,
    },
  ];
  const baths = { title: 'Swimming', language: 'en', link: 'https://example.org/baths' };
  const passage = 'On holidays the baths open at ten.';

  async function firstResult(documents: object[], input: string, more: object = {}) {
    const name = `baths-${crypto.randomUUID().slice(0, 8)}`;
    const path = await space(name, documents);
    const { body } = await server.call('POST', `${path}/search`, { input, language: 'en', ...more });
    return (body as unknown as SearchResponse).result;
  }
  const highlightedIn = ({ description, highlights }: RetrievedDocument) =>
    highlights!.description.map(({ begin, end }) => description.slice(begin, end));

  test('is its best passage, with highlights, if it is clearly better than the others', async () => {
    const document = { ...baths, description: 'The baths of the town.', sections };
    const [first, second] = await firstResult(
      [
        { ...document, id: 'urn:a' },
        { ...document, id: 'urn:b' },
      ],
      'when do baths open on holidays',
    );
    expect(first!.description).toContain(passage);
    expect(first!.description.length).toBeLessThanOrEqual(200);
    expect(highlightedIn(first!)).toEqual(expect.arrayContaining(['holidays', 'baths', 'open']));
    const snippets = (document: RetrievedDocument) =>
      Object.fromEntries(document.sections!.map(({ anchor, text }) => [anchor, text !== '']));
    // The passage does not appear a second time below the heading of its section.
    expect(snippets(first!)).toEqual({ ...snippets(second!), hours: false });
    expect(snippets(second!).hours).toBe(true);
    expect(second!.description).toBe(document.description);
  });

  test.each([
    ['a summary with the same words', { description: passage }, {}],
    ['another passage with the same words', { sections: [...sections, { ...sections[1], anchor: 'b' }] }, {}],
    ['words in the title only', { title: 'When do baths open on holidays', sections: [] }, {}],
    ['a text that begins with the title', { text: `Swimming\n${passage} ${filler}`, sections: [] }, {}],
    ['a later page', {}, { start: 1 }],
  ])('is the usual one with %s', async (_, members, request) => {
    const description = 'The town has them.';
    const document = { ...baths, sections, description, ...members };
    const documents = ['urn:a', 'urn:b'].map((id) => ({ ...document, id }));
    const [first] = await firstResult(documents, 'baths open on holidays', request);
    expect(first!.description).toBe(document.description);
  });
});

describe('questions whose passage is known', () => {
  interface Part {
    question: string;
    text: string;
  }
  const perBook = 5;
  const maxQuestions = 200;
  const stems = (text: string) => tokenize(text).map((token) => analyzerFor('en').stem(token.text));

  /** BM25 over windows of 100 words of all books: the book and middle of each of the best five. */
  function fixedWindows(books: string[]) {
    const windows = books.flatMap((book, number) => {
      const tokens = tokenize(book);
      return Array.from({ length: Math.ceil(tokens.length / 100) }, (_, i) => {
        const words = tokens.slice(i * 100, (i + 1) * 100);
        const frequencies = new Map<string, number>();
        for (const { text } of words) {
          const stem = analyzerFor('en').stem(text);
          frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
        }
        return {
          number,
          middle: (words[0]!.begin + words.at(-1)!.end) / 2,
          frequencies,
          length: words.length,
        };
      });
    });
    const average = windows.reduce((sum, { length }) => sum + length, 0) / windows.length;
    const containing = new Map<string, number>();
    for (const { frequencies } of windows)
      for (const stem of frequencies.keys()) containing.set(stem, (containing.get(stem) ?? 0) + 1);
    return (question: string) => {
      const terms = [...new Set(stems(question))];
      const scored = windows.map((window) => {
        const norm = 1.2 * (0.25 + (0.75 * window.length) / average);
        const score = terms.reduce((sum, term) => {
          const frequency = window.frequencies.get(term) ?? 0;
          const n = containing.get(term) ?? 0;
          return (
            sum +
            (Math.log(1 + (windows.length - n + 0.5) / (n + 0.5)) * frequency * 2.2) / (frequency + norm)
          );
        }, 0);
        return { ...window, score };
      });
      return scored.sort((a, b) => b.score - a.score).slice(0, 5);
    };
  }

  async function judge(name: string, parts: Part[], thesaurus?: string) {
    const books: { text: string; ends: number[] }[] = [];
    const places = parts.map(({ text }, i) => {
      if (i % perBook === 0) books.push({ text: '', ends: [] });
      const book = books.at(-1)!;
      const begin = book.text.length;
      book.text += `${text}\n`;
      return { book: books.length - 1, begin, end: book.text.length };
    });
    const documents = books.map(({ text }, i) => ({
      id: `${i}`,
      title: `Book ${i}`,
      text,
      language: 'en',
    }));
    const path = await space(name, documents, thesaurus);
    const search = fixedWindows(books.map(({ text }) => text));
    const step = Math.max(1, Math.floor(parts.length / maxQuestions));
    const asked = parts
      .map((part, i) => ({ ...part, ...places[i]! }))
      .filter((_, i) => i % step === 0)
      .slice(0, maxQuestions);
    let [found, foundByWindows] = [0, 0];
    for (const { question, book, begin, end } of asked) {
      const best = await passages(path, { input: question, language: 'en' });
      const isIn = (number: number, middle: number) => number === book && middle >= begin && middle < end;
      if (best.some((each) => isIn(Number(each.document.id), (each.begin + each.end) / 2))) found++;
      if (search(question).some(({ number, middle }) => isIn(number, middle))) foundByWindows++;
    }
    console.info(`${name}: ${found} of ${asked.length}, fixed windows ${foundByWindows}`);
    return { found, foundByWindows };
  }

  test('of the manual, by the heading that is left out', async () => {
    const manual = new URL('../../../docs/src/content/docs/', import.meta.url).pathname;
    const pages = globSync('{how-to,explanation}/*.md', { cwd: manual }).sort();
    const parts = pages.flatMap((page) => {
      const [front = '', ...sections] = readFileSync(manual + page, 'utf8').split(/^## /m);
      const [, title] = /^title: (.*)$/m.exec(front) ?? [];
      return sections.flatMap((section) => {
        const [heading, ...content] = section.split('\n');
        const text = content
          .join('\n')
          .replace(/```[\s\S]*?```/g, '')
          .replace(/\s+/g, ' ')
          .trim();
        return text.length > 300 ? [{ question: `${heading} ${title}`, text }] : [];
      });
    });
    const { found, foundByWindows } = await judge('manual', parts);
    expect(found).toBeGreaterThanOrEqual(foundByWindows);
  });

  const { COLLECTIONS } = process.env;

  /** Folder with collections such as `cranfield/docs.ndjson`, to measure more than the manual. */
  test.skipIf(!COLLECTIONS).each(['cranfield', 'cacm', 'economics'])(
    'of %s, by a title that is left out',
    async (name) => {
      const parts = lines(`${COLLECTIONS}/${name}/docs.ndjson`)
        .filter(
          ({ description = '', title, language = 'en' }) =>
            description.length > 300 && title && language === 'en',
        )
        .map(({ title, description }) => ({ question: title!, text: description! }));
      const thesaurus =
        name === 'economics' ? readFileSync(`${COLLECTIONS}/economics/stw.ttl`, 'utf8') : undefined;
      const { found, foundByWindows } = await judge(name, parts, thesaurus);
      expect(found).toBeGreaterThanOrEqual(foundByWindows);
    },
    900_000,
  );
});
