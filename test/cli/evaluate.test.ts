import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest, serviceOfTest } from '../support/fixtures.ts';
import { root, semanticSearch, semanticSearchOfServer } from '../support/service.ts';

const data = join(root, '../shared/data');

const documents = [
  { id: 'urn:c1', title: 'Coral', description: 'A reef', language: 'en' },
  { id: 'urn:c2', title: 'Reefs', description: 'Of coral and of many other things', language: 'en' },
  { id: 'urn:p1', title: 'Puma', description: 'Lives in mountains', language: 'en' },
];

interface Files {
  path: string;
  queries: string;
  qrels: string;
}

/** A space with three documents, and files of judged queries. */
async function judgedSpace(queries: string, qrels: string): Promise<Files> {
  const path = await folderOfTest();
  const files = { path, queries: join(path, 'queries.tsv'), qrels: join(path, 'qrels.txt') };
  await writeFile(join(path, 'reef.ndjson'), documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
  await writeFile(files.queries, queries);
  await writeFile(files.qrels, qrels);
  const environment = { DATA_DIR: path };
  await semanticSearchOfServer(
    ['ingest', '--space', 'reef', '--documents', join(path, 'reef.ndjson')],
    environment,
  );
  return files;
}

const evaluate = ({ path, queries, qrels }: Files, ...more: string[]) =>
  semanticSearch(['evaluate', '--space', 'reef', '--queries', queries, '--qrels', qrels, ...more], {
    DATA_DIR: path,
  });

describe('evaluate', () => {
  it('prints the measures of a small space, as calculated by hand, also while a server has it open', async () => {
    const files = await judgedSpace('1\tcoral\n2\tpuma\n', '1 0 urn:c2 1\n2 0 urn:p1 2\n2 0 urn:lost 1\n');
    await serviceOfTest(files.path);
    const { code, output, errors } = await evaluate(files, '--language', 'en');
    expect([code, errors]).toEqual([0, '']);
    // (1 / log2(3) + 2 / (2 + 1 / log2(3))) / 2
    expect(output).toMatch(/^nDCG@10 +0\.696 +0\.631 to 0\.760$/m);
    expect(output).toMatch(/^MRR +0\.750 +0\.500 to 1\.000$/m);
    expect(output).toMatch(/^recall@100 +0\.750 +0\.500 to 1\.000$/m);
    expect(output).toContain('2 queries with relevant documents, 3 documents');
    expect(output).toMatch(/not in the space and count as not found \(of 3\): 1 \(urn:lost\)/);
    // The copy is removed.
    expect((await readdir(files.path)).filter((name) => name.startsWith('.evaluation'))).toEqual([]);
  });

  it('prints one JSON object with the measures of each query', async () => {
    const files = await judgedSpace(
      '{"_id":"1","text":"coral"}\n',
      'query-id\tcorpus-id\tscore\n1\turn:c1\t1\n',
    );
    const { output } = await evaluate(files, '--json');
    expect(JSON.parse(output)).toMatchObject({
      space: 'reef',
      measures: { ndcg: { mean: 1, low: 1, high: 1 } },
      queries: [{ id: '1', ndcg: 1, hits: 2 }],
    });
  });

  it('rejects wrong files and unknown spaces', async () => {
    const files = await judgedSpace('1\tcoral\nno tab\n', '1 0 urn:c1 1\n');
    const { code, errors } = await evaluate(files);
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('queries.tsv, line 2: expected an ID, a tab'),
    ]);
    await writeFile(files.queries, '1\tcoral\n');
    const missing = await evaluate({ ...files, qrels: join(files.path, 'none') });
    expect(missing.errors).toContain('no such file');
    const unknown = await evaluate(files, '--space', 'atoll');
    expect(unknown.errors).toContain('"atoll" not found; available: reef');
  });
});

describe.skipIf(!existsSync(data))('evaluate (skipped without the development data in ../shared)', () => {
  it.each([
    ['cranfield', 0.535],
    ['cacm', 0.5],
  ])('reaches the relevance goal of %s', async (name, goal) => {
    const path = await folderOfTest();
    const environment = { DATA_DIR: path };
    const lines = (await readFile(join(data, name, 'docs.ndjson'), 'utf8')).trim().split('\n');
    const inEnglish = lines.map((line) =>
      JSON.stringify({ ...JSON.parse(line), language: 'en', subjects: [] }),
    );
    await writeFile(join(path, 'docs.ndjson'), inEnglish.join('\n'));
    await semanticSearchOfServer(
      ['ingest', '--space', name, '--documents', join(path, 'docs.ndjson')],
      environment,
    );
    const judged = [
      '--queries',
      join(data, name, 'queries.ndjson'),
      '--qrels',
      join(data, name, 'qrels.tsv'),
    ];
    const { output } = await semanticSearch(
      ['evaluate', '--space', name, ...judged, '--language', 'en', '--json'],
      environment,
    );
    expect(JSON.parse(output).measures.ndcg.mean).toBeGreaterThanOrEqual(goal);
  });
});
