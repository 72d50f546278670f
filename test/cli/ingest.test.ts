import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest, semanticSearchOfTest, serviceOfTest } from '../support/fixtures.ts';
import { root, run, type Service } from '../support/service.ts';

const ingest = (data: string, space: string, ...words: string[]) =>
  semanticSearchOfTest(['ingest', '--space', space, ...words], { DATA_DIR: data });

async function documentsIn(service: Service, space: string): Promise<number> {
  const { body } = await service.call('GET', '/api/spaces');
  return Number(Object.values(body.spaces!).find(({ name }) => String(name) === space)?.documents);
}

/** Writes a file of documents with different titles. */
async function manyDocuments(path: string, count: number): Promise<string> {
  const file = join(path, 'many.ndjson');
  const words = 'river stone heron willow mist otter bank reed'.split(' ');
  const line = (_: unknown, index: number) => {
    const description = Array.from({ length: 60 }, (_, each) => words[(index * 7 + each) % 8]).join(' ');
    return JSON.stringify({ id: `urn:day:${index}`, title: `Day ${index}`, description });
  };
  await writeFile(file, Array.from({ length: count }, line).join('\n'));
  return file;
}

const guide = ['--thesaurus', 'demo/data/field-guide.ttl', '--documents', 'demo/data/field-guide.ndjson'];

describe('ingestion', () => {
  it('ingestion without a running server fills a space that the server then serves', async () => {
    const data = await folderOfTest();
    const { code, output } = await ingest(data, 'animals', ...guide);
    expect(code).toBe(0);
    expect(output).toContain('907 concepts');
    expect(output).toContain('335 documents accepted, 0 rejected');
    const service = await serviceOfTest(data);
    expect(await documentsIn(service, 'animals')).toBe(335);
    const { body } = await service.call('POST', '/api/configurations', {
      body: { config: { searchSpace: 'animals' } },
    });
    const found = await service.call('POST', `/api/configurations/${body.id}/search`, {
      body: { input: 'mountain lion' },
    });
    expect(found.body.result![0]!.title).toBe('Puma');
  });

  it('ingestion uses a running server, and its documents are found at once', async () => {
    const data = await folderOfTest();
    const service = await serviceOfTest(data);
    const { code, output, errors } = await ingest(data, 'animals', ...guide);
    expect(errors).toBe(`Data directory: ${data}\n`);
    expect(code).toBe(0);
    expect(output).toContain('335 documents accepted, 0 rejected');
    expect(await documentsIn(service, 'animals')).toBe(335);
  });

  it.each(['with', 'without'])(
    'ingestion %s a running server reports invalid lines and accepts the valid ones',
    async (how) => {
      const data = await folderOfTest();
      const running = how === 'with' ? await serviceOfTest(data) : undefined;
      const file = join(data, 'mixed.ndjson');
      const lines = [
        '{"id":"urn:a","title":"A"}',
        'no JSON',
        '',
        '{"title":"no id"}',
        '{"id":"urn:b"}',
        '[1]',
      ];
      await writeFile(file, lines.join('\n'));
      const { code, output, errors } = await ingest(data, 'mixed', '--documents', file);
      expect(code).toBe(2);
      expect(output).toContain('2 documents accepted, 3 rejected');
      expect(errors).toMatch(/line 2: .*JSON/);
      expect(errors).toMatch(/line 4: .*id/);
      expect(errors).toMatch(/line 6: ./);
      const service = running ?? (await serviceOfTest(data));
      expect(await documentsIn(service, 'mixed')).toBe(2);
    },
  );

  it('ingestion identifies documents without an id by their link, so that a repetition replaces them', async () => {
    const data = await folderOfTest();
    const service = await serviceOfTest(data);
    const file = join(data, 'pages.ndjson');
    await writeFile(file, '{"link":"https://a.example/x?y=1","title":"One"}\n{"title":"Neither"}\n');
    const first = await ingest(data, 'pages', '--documents', file);
    expect(first.output).toContain('1 documents accepted, 1 rejected');
    expect(first.errors).toContain(
      'line 2: id must be a non-empty string; if it is absent, link must be one.',
    );
    const posted = await service.call('POST', '/api/spaces/pages/documents', {
      body: '{"link":"https://a.example/x?y=1","title":"Two"}',
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    expect(posted.body).toContain('"accepted":1');
    const { body } = await service.call('GET', '/api/spaces');
    expect(body.spaces).toMatchObject([{ name: 'pages', documents: 1 }]);
    const path = `/api/spaces/pages/documents/${encodeURIComponent('https://a.example/x?y=1')}`;
    expect((await service.call('GET', path)).body).toMatchObject({ title: 'Two' });
  });

  it('ingestion maps CSV columns by the header', async () => {
    const data = await folderOfTest();
    const file = join(data, 'birds.csv');
    await writeFile(
      file,
      'id;title;mass;type\nurn:wren;"Wren; small";0.009;bird\nurn:ostrich;Ostrich;115;bird\n',
    );
    expect((await ingest(data, 'birds', '--documents', file)).code).toBe(0);
    const service = await serviceOfTest(data);
    const { body } = await service.call(
      'GET',
      `/api/spaces/birds/documents/${encodeURIComponent('urn:wren')}`,
    );
    expect(body).toMatchObject({ id: 'urn:wren', title: 'Wren; small', type: 'bird' });
  });

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'ingestion interrupted by %s resumes where it stopped',
    async (signal) => {
      const data = await folderOfTest();
      const file = await manyDocuments(data, 6_000);
      const service = await serviceOfTest(data);
      const words = ['ingest', '--space', 'diary', '--documents', file];
      const child = run(words, { DATA_DIR: data });
      const ended = once(child, 'exit');
      while ((await linesDone(data)) === 0) await new Promise((next) => setTimeout(next, 20));
      child.kill(signal);
      await ended;
      const done = await linesDone(data);
      expect(done).toBeGreaterThan(0);
      expect(done).toBeLessThan(6_000);

      const { code, output } = await ingest(data, 'diary', '--documents', file);
      expect(code).toBe(0);
      expect(output).toContain(`resuming after line ${done}`);
      expect(output).toContain(`${6_000 - done} documents accepted`);
      expect(await documentsIn(service, 'diary')).toBe(6_000);
    },
  );

  it.each([
    [['--space', 'a'], '--thesaurus'],
    [['--space', '../a', '--documents', 'demo/data/field-guide.ndjson'], 'name of a search space'],
    [['--space', 'a', '--documents', 'nowhere.ndjson'], 'nowhere.ndjson: no such file'],
    [['--space', 'a', '--documents', 'README.md'], '.ndjson'],
    [['--space', 'a', '--thesaurus', 'README.md'], '.ttl'],
  ])('ingestion with %j fails with an error message', async (words, why) => {
    const data = await folderOfTest();
    const { code, errors } = await semanticSearchOfTest(['ingest', ...words], { DATA_DIR: data });
    expect(code).toBe(1);
    expect(errors).toContain(why);
    expect(errors).not.toMatch(/\n {4}at /);
  });

  it('ingestion without valid content creates no space', async () => {
    const data = await folderOfTest();
    await writeFile(join(data, 'empty.ttl'), '');
    await writeFile(join(data, 'junk.ndjson'), 'junk');
    expect((await ingest(data, 'animals', '--thesaurus', join(data, 'empty.ttl'))).code).toBe(1);
    expect((await ingest(data, 'animals', '--documents', join(data, 'junk.ndjson'))).code).toBe(2);
    expect(await readdir(join(data, 'spaces'))).toEqual([]);
  });

  it('ingestion of an invalid thesaurus reports the line and changes nothing', async () => {
    const data = await folderOfTest();
    await ingest(data, 'animals', ...guide);
    const file = join(data, 'broken.ttl');
    const text = await readFile(join(root, 'demo/data/field-guide.ttl'), 'utf8');
    await writeFile(file, `${text}\nthis is <no Turtle`);
    const { code, errors } = await ingest(data, 'animals', '--thesaurus', file);
    expect(code).toBe(1);
    expect(errors).toMatch(/line \d+/i);
    const service = await serviceOfTest(data);
    const { body } = await service.call('GET', '/api/spaces');
    expect(body.spaces![0]).toMatchObject({ concepts: 907, documents: 335 });
  });
});

/** Line of the ingestion checkpoint. */
async function linesDone(data: string): Promise<number> {
  const folder = join(data, 'ingest', 'diary');
  // Other files are torn writes of the killed process.
  const name = (await readdir(folder).catch(() => [])).find((each) => each.endsWith('.json'));
  const text = name === undefined ? '' : await readFile(join(folder, name), 'utf8');
  return text === '' ? 0 : (JSON.parse(text) as { line: number }).line;
}
