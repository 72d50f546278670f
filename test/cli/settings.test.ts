import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { served } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const service = served({}, []);
const documents = [
  { id: 'urn:title', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'urn:often', title: 'Reefs', description: 'Coral, coral, coral and coral', language: 'en' },
];
const settings = (...more: string[]) =>
  semanticSearch(['settings', '--space', 'reef', ...more], { DATA_DIR: service.directory });

beforeEach(async () => {
  const body = documents.map((document) => JSON.stringify(document)).join('\n');
  const headers = { 'Content-Type': 'application/x-ndjson' };
  await service.call('POST', '/api/spaces/reef/documents', { body, headers });
});

describe('settings', () => {
  it('shows, changes and restores the ranking settings of a space', async () => {
    const initial = await settings();
    expect(initial.output).toMatch(/^k1 +\S+ +\(default\)$/m);
    expect(initial.output).toMatch(/^fields\.title +\S+ +\(default\)$/m);
    const changed = await settings('--set', 'k1=1.1', 'fields.title=7.5');
    expect(changed.output).toMatch(/^k1 +1\.1$/m);
    expect(changed.output).toMatch(/^fields\.title +7\.5$/m);
    const one = await settings('--set', 'k1=default', '--json');
    expect(JSON.parse(one.output)).toMatchObject({ fields: { title: 7.5 }, threshold: { ofTotal: 0.3 } });
    expect((await settings('--reset')).output).toBe(initial.output);
  });

  it('applies changes to the next search', async () => {
    const { body } = await service.call('POST', '/api/configurations', {
      body: { config: { searchSpace: 'reef' } },
    });
    for (const [title, first] of [
      ['10', 'urn:title'],
      ['0.1', 'urn:often'],
    ]) {
      await settings('--set', `fields.title=${title}`);
      const path = `/api/configurations/${body.id}/search`;
      const { body: found } = await service.call('POST', path, { body: { input: 'coral' } });
      expect(found.result![0]!.id).toBe(first);
    }
    await settings('--reset');
  });

  it('are tried by evaluate without saving them', async () => {
    const files = ['queries.tsv', 'qrels.txt', 'ranking.json'].map((name) => join(service.directory, name));
    const [queries = '', qrels = '', ranking = ''] = files;
    await writeFile(queries, '1\tcoral\n');
    await writeFile(qrels, '1 0 urn:often 1\n');
    const evaluate = (given: string) => {
      const words = ['evaluate', '--space', 'reef', '--queries', queries, '--qrels', qrels, '--json'];
      return semanticSearch([...words, '--settings', given], { DATA_DIR: service.directory });
    };
    const ndcg = async (title: number) => {
      await writeFile(ranking, JSON.stringify({ fields: { title } }));
      const report = JSON.parse((await evaluate(ranking)).output);
      expect(report.ranking.fields).toEqual({ title, text: 1 });
      return report.measures.ndcg.mean;
    };
    expect(await ndcg(0.1)).toBe(1);
    expect(await ndcg(10)).toBeCloseTo(0.631, 3);
    expect((await settings()).output).not.toMatch(/^fields\.title +\S+$/m);
    expect((await evaluate('{"b":2}')).errors).toContain('b must be a number from 0 to 1');
    expect((await evaluate('{')).errors).toContain('Ranking settings: not valid JSON');
  });

  it.each([
    [['--set', 'b=2'], 'b must be a number from 0 to 1'],
    [['--set', 'boost=2'], 'one of the names k1, b'],
    [['--set', 'constructor=1'], 'constructor=1: expected NAME=VALUE'],
    [['--set', 'k1=high'], 'k1=high: expected a number or "default"'],
    [['--space', 'atoll'], '"atoll" not found; available: reef'],
  ])('rejects %j', async (words, message) => {
    const { code, errors } = await settings(...words);
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
  });
});
