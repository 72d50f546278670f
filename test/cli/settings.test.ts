import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { folderOfTest, serviceOfTest } from '../support/fixtures.ts';
import { type Service, semanticSearch, semanticSearchOfServer } from '../support/service.ts';

const documents = [
  { id: 'urn:title', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'urn:often', title: 'Reefs', description: 'Coral, coral, coral and coral', language: 'en' },
];

async function reef(): Promise<string> {
  const path = await folderOfTest();
  const file = join(path, 'reef.ndjson');
  await writeFile(file, documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
  await semanticSearchOfServer(['ingest', '--space', 'reef', '--documents', file], { DATA_DIR: path });
  return path;
}

const settings = (path: string, ...more: string[]) =>
  semanticSearch(['settings', '--space', 'reef', ...more], { DATA_DIR: path });

async function firstResult(service: Service, id: unknown): Promise<string> {
  const { body } = await service.call('POST', `/api/configurations/${id}/search`, {
    body: { input: 'coral' },
  });
  return String(body.result![0]!.id);
}

describe('settings', () => {
  it('shows, changes and restores the ranking settings of a space', async () => {
    const path = await reef();
    const initial = await settings(path);
    expect(initial.output).toMatch(/^k1 +\S+ +\(default\)$/m);
    expect(initial.output).toMatch(/^fields\.title +\S+ +\(default\)$/m);
    const changed = await settings(path, '--set', 'k1=1.1', 'fields.title=7.5');
    expect(changed.output).toMatch(/^k1 +1\.1$/m);
    expect(changed.output).toMatch(/^fields\.title +7\.5$/m);
    const { output } = await settings(path, '--json');
    expect(JSON.parse(output)).toMatchObject({ k1: 1.1, fields: { title: 7.5 } });
    expect((await settings(path, '--reset')).output).toBe(initial.output);
  });

  it('applies changes to a running server without a restart', async () => {
    const path = await reef();
    const service = await serviceOfTest(path);
    const { body } = await service.call('POST', '/api/configurations', {
      body: { config: { searchSpace: 'reef' } },
    });
    for (const [title, first] of [
      ['10', 'urn:title'],
      ['0.1', 'urn:often'],
    ]) {
      await settings(path, '--set', `fields.title=${title}`);
      await pause(1100);
      expect(await firstResult(service, body.id)).toBe(first);
    }
  });

  it('are tried by evaluate without saving them', async () => {
    const path = await reef();
    const files = [join(path, 'queries.tsv'), join(path, 'qrels.txt'), join(path, 'ranking.json')] as const;
    await writeFile(files[0], '1\tcoral\n');
    await writeFile(files[1], '1 0 urn:often 1\n');
    const ndcg = async (title: number) => {
      await writeFile(files[2], JSON.stringify({ fields: { title } }));
      const words = ['evaluate', '--space', 'reef', '--queries', files[0], '--qrels', files[1], '--json'];
      const { output } = await semanticSearch([...words, '--settings', files[2]], { DATA_DIR: path });
      const { measures, ranking } = JSON.parse(output);
      expect(ranking.fields.title).toBe(title);
      return measures.ndcg.mean;
    };
    expect(await ndcg(0.1)).toBe(1);
    expect(await ndcg(10)).toBeCloseTo(0.631, 3);
    expect((await settings(path)).output).not.toMatch(/^fields\.title +\S+$/m);
  });

  it('rejects values out of range, unknown names and unknown spaces', async () => {
    const path = await reef();
    const wrong = await settings(path, '--set', 'b=2');
    expect([wrong.code, wrong.errors]).toEqual([
      1,
      expect.stringContaining('b: must be a number from 0 to 1'),
    ]);
    expect((await settings(path, '--set', 'boost=2')).errors).toContain('one of the names k1, b');
    expect((await settings(path, '--space', 'atoll')).errors).toContain('"atoll" not found; available: reef');
  });
});
