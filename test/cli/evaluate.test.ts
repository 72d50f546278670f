import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf, folderOfTest, served } from '../support/fixtures.ts';
import { root, semanticSearch } from '../support/service.ts';

const data = join(root, '../shared/data');

const documents = [
  { id: 'urn:c1', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'urn:c2', title: 'Reefs', description: 'Of coral and of many other things', language: 'en' },
  { id: 'urn:p1', title: 'Puma', description: 'Lives in mountains', language: 'en' },
];

const service = served({}, []);

interface Files {
  queries: string;
  qrels: string;
}

beforeAll(() => ingest('reef', documents));

async function ingest(space: string, given: object[]): Promise<void> {
  const body = given.map((document) => JSON.stringify(document)).join('\n');
  const headers = { 'Content-Type': 'application/x-ndjson' };
  await service.call('POST', `/api/spaces/${space}/documents`, { body, headers });
}

async function judged(queries: string, qrels: string): Promise<Files> {
  const path = await folderOfTest();
  const files = { queries: join(path, 'queries.tsv'), qrels: join(path, 'qrels.txt') };
  await writeFile(files.queries, queries);
  await writeFile(files.qrels, qrels);
  return files;
}

const wordsFor = ({ queries, qrels }: Files, more: string[]) => [
  ...['evaluate', '--space', 'reef', '--queries', queries, '--qrels', qrels],
  ...more,
];
const evaluate = (files: Files, ...more: string[]) =>
  semanticSearch(wordsFor(files, more), { DATA_DIR: service.directory });
const failedEvaluation = (files: Files, ...more: string[]) =>
  failureOf(wordsFor(files, more), { DATA_DIR: service.directory });

describe('evaluate', () => {
  it('prints the measures of a small space, as calculated by hand', async () => {
    const files = await judged('1\tcoral\n2\tpuma\n', '1 0 urn:c2 1\n2 0 urn:p1 2\n2 0 urn:lost 1\n');
    const { code, output } = await evaluate(files, '--language', 'en');
    expect(code).toBe(0);
    // (1 / log2(3) + 2 / (2 + 1 / log2(3))) / 2
    expect(output).toMatch(/^nDCG@10 +0\.696 +0\.631 to 0\.760$/m);
    expect(output).toMatch(/^MRR +0\.750 +0\.500 to 1\.000$/m);
    expect(output).toMatch(/^recall@100 +0\.750 +0\.500 to 1\.000$/m);
    expect(output).toContain('2 queries with relevant documents, 3 documents');
    expect(output).toMatch(/not in the space and count as not found: 1 \(urn:lost\)/);
  });

  it('prints one JSON object with the measures of each query', async () => {
    const files = await judged('{"_id":"1","text":"coral"}\n', 'query-id\tcorpus-id\tscore\n1\turn:c1\t1\n');
    const { output } = await evaluate(files, '--json');
    expect(JSON.parse(output)).toMatchObject({
      space: 'reef',
      measures: { ndcg: { mean: 1, low: 1, high: 1 } },
      queries: [{ id: '1', ndcg: 1, hits: 2 }],
    });
  });

  it('tries ranking settings without saving them', async () => {
    const files = await judged('1\tcoral\n', '1 0 urn:c2 1\n');
    const ndcg = async (title: number) => {
      const { output } = await evaluate(files, '--settings', `{"fields":{"title":${title}}}`, '--json');
      return JSON.parse(output).measures.ndcg.mean;
    };
    expect(await ndcg(10)).toBeCloseTo(0.631, 3);
    const { body } = await service.call('GET', '/api/spaces/reef/ranking');
    expect(body.settings).toEqual({});
    const failed = async (settings: string) => (await failedEvaluation(files, '--settings', settings)).errors;
    expect(await failed('{"b":2}')).toContain('b must be a number from 0 to 1');
    expect(await failed('{')).toContain('Not valid JSON');
  });

  it('rejects wrong files and unknown spaces', async () => {
    const files = await judged('1\tcoral\nno tab\n', '1 0 urn:c1 1\n');
    const { code, errors } = await failedEvaluation(files);
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('queries.tsv, line 2: expected an ID, a tab'),
    ]);
    await writeFile(files.queries, '1\tcoral\n');
    const missing = await failedEvaluation({ ...files, qrels: `${files.qrels}-none` });
    expect(missing.errors).toContain('no such file');
    const unknown = await failedEvaluation(files, '--space', 'atoll');
    expect(unknown.errors).toContain('"atoll" not found; available: reef');
  });
});

describe('evaluate with questions', () => {
  const questions = [
    { question: 'coral', right: 'urn:c1', kind: 'known' },
    { question: 'many other things', right: ['urn:none'], alsoAccepted: ['urn:c2'], kind: 'sentence' },
    { question: 'xylophone', right: ['urn:p1'], kind: 'known' },
    { question: 'puma', right: ['urn:p1'], site: 'another' },
  ];

  async function asked(content: unknown): Promise<(...more: string[]) => ReturnType<typeof semanticSearch>> {
    const file = join(await folderOfTest(), 'questions.json');
    await writeFile(file, JSON.stringify(content));
    const words = ['evaluate', '--space', 'reef', '--questions', file];
    return (...more) => semanticSearch([...words, ...more], { DATA_DIR: service.directory });
  }

  it('prints MRR and success by kind, and what changes with other settings', async () => {
    const ask = await asked({ questions });
    const { code, output } = await ask();
    expect([code, output]).toEqual([0, expect.stringMatching(/^all +0\.667 +0\.667 +0\.667 +3$/m)]);
    expect(output).toMatch(/^known +0\.500 +0\.500 +0\.500 +2$/m);
    expect(output).toMatch(/^sentence +1\.000 +1\.000 +1\.000 +1$/m);
    const before = join(await folderOfTest(), 'before.json');
    await writeFile(before, (await ask('--json')).output);
    const settings = '{"fields":{"title":0.1}}';
    const { output: same } = await ask('--compare', before);
    expect(same).toMatch(/^MRR@10 minus that of .*before\.json: 0\.000 /m);
    expect((await ask('--settings', settings, '--compare', before)).output).toContain('1 → 2: coral');
  });

  it('compares addresses without scheme, fragment, index.html and last slash', async () => {
    const link = 'https://reef.example/caf%C3%A9/';
    await ingest('pages', [{ id: link, title: 'Lagoon', language: 'en' }]);
    const right = 'http://reef.example/café/index.html#top';
    const ask = await asked([{ question: 'lagoon', right }]);
    expect((await ask('--space', 'pages')).output).toMatch(/^all +1\.000 /m);
  });

  it('rejects a file without questions, and no file', async () => {
    const failed = async (content: unknown) => {
      const file = join(await folderOfTest(), 'questions.json');
      await writeFile(file, JSON.stringify(content));
      const words = ['evaluate', '--space', 'reef', '--questions', file];
      return (await failureOf(words, { DATA_DIR: service.directory })).errors;
    };
    expect(await failed([{ question: 'puma' }])).toContain('question 1: "question" and "right"');
    expect(await failed([questions[3]])).toContain('no questions for reef');
    const { errors } = await failureOf(['evaluate', '--space', 'reef'], { DATA_DIR: service.directory });
    expect(errors).toContain('Give --questions, or --queries and --qrels');
  });
});

describe.skipIf(!existsSync(data))('evaluate (skipped without the development data in ../shared)', () => {
  it('reaches the relevance goal of a collection', async () => {
    const name = 'cacm';
    const lines = (await readFile(join(data, name, 'docs.ndjson'), 'utf8')).trim().split('\n');
    await ingest(
      name,
      lines.map((line) => ({ ...JSON.parse(line), language: 'en', subjects: [] })),
    );
    const files = {
      queries: join(data, name, 'queries.ndjson'),
      qrels: join(data, name, 'qrels.tsv'),
    };
    const { output } = await evaluate(files, '--space', name, '--language', 'en', '--json');
    expect(JSON.parse(output).measures.ndcg.mean).toBeGreaterThanOrEqual(0.5);
  });
});
