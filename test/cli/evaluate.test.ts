import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf, folderOfTest, served } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const documents = [
  { id: 'urn:c1', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'urn:c2', title: 'Reefs', description: 'Of coral and of many other things', language: 'en' },
  { id: 'urn:p1', title: 'Puma', description: 'Lives in mountains', language: 'en' },
];

const service = served({}, []);

beforeAll(() => ingest('reef', documents));

async function ingest(space: string, given: object[]): Promise<void> {
  const body = given.map((document) => JSON.stringify(document)).join('\n');
  const headers = { 'Content-Type': 'application/x-ndjson' };
  await service.call('POST', `/api/spaces/${space}/documents`, { body, headers });
}

describe('evaluate', () => {
  const questions = [
    { question: 'coral', right: 'urn:c1', kind: 'known' },
    { question: 'many other things', right: ['urn:none'], alsoAccepted: ['urn:c2'], kind: 'sentence' },
    { question: 'xylophone', right: ['urn:p1'], kind: 'known' },
    { question: 'puma', right: ['urn:p1'], site: 'another' },
  ];

  async function asked(content: unknown): Promise<(...more: string[]) => ReturnType<typeof semanticSearch>> {
    const file = join(await folderOfTest(), 'questions.json');
    // Windows editors write a byte order mark.
    await writeFile(file, `\uFEFF${JSON.stringify(content)}\r\n`);
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
    const { output: changed } = await ask('--settings', settings, '--compare', before);
    expect(changed).toContain(': -0.167 (95 % confidence -0.493 to 0.160)\n1 → 2: coral');
    const { body } = await service.call('GET', '/api/spaces/reef/ranking');
    expect(body.settings).toEqual({});
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
    expect(errors).toContain('--questions');
  });
});
