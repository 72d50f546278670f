import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Website, website } from '../../packages/sources/test/website.fixture.ts';
import { folderOfTest, semanticSearchOfTest, serviceOfTest } from '../support/fixtures.ts';
import { root, semanticSearch } from '../support/service.ts';

let site: Website | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  <urn:s> a skos:ConceptScheme ; skos:prefLabel "Objects"@en ;
    <http://purl.org/dc/terms/license> <https://creativecommons.org/licenses/by/4.0/> .
  <urn:c> a skos:Concept ; skos:inScheme <urn:s> ; skos:prefLabel "Container"@en .`;

const thesaurus = (data: string, command: string, ...words: string[]) =>
  semanticSearchOfTest(['thesaurus', command, '--space', 'town', ...words], { DATA_DIR: data });

async function ingestBins(data: string): Promise<void> {
  const documents = join(data, 'bins.ndjson');
  const lines = [
    { id: 'urn:1', title: 'The waste container', language: 'en' },
    { id: 'urn:2', title: 'Television licences', language: 'en' },
  ];
  await writeFile(documents, lines.map((line) => JSON.stringify(line)).join('\n'));
  await semanticSearchOfTest(['ingest', '--space', 'town', '--documents', documents], { DATA_DIR: data });
}

describe('thesaurus add', () => {
  it('applies synonyms to documents ingested before', async () => {
    const data = await folderOfTest();
    await ingestBins(data);
    const file = join(data, 'synonyms.txt');
    await writeFile(file, 'bin, waste container\ntelly => television\nalone\n');
    const added = await thesaurus(data, 'add', file);
    expect(added.output).toContain('town: part synonyms: 2 concepts, 4 labels\n');
    expect(added.errors).toContain('line 3: a rule needs at least two words');
    expect(added.code).toBe(2);

    const service = await serviceOfTest(data);
    const { body } = await service.call('POST', '/api/configurations', {
      body: { config: { searchSpace: 'town' } },
    });
    const search = async (input: string) =>
      (await service.call('POST', `/api/configurations/${body.id}/search`, { body: { input } })).body;
    const found = await search('bin');
    expect(found.result).toMatchObject([{ title: 'The waste container' }]);
    expect(JSON.stringify(found)).toContain('"alsoSearched":["waste container"]');
    expect((await search('telly')).result).toHaveLength(1);
    expect(JSON.stringify(await search('television'))).not.toContain('telly');
  });

  it('shows the license, and adds parts that are listed and removed', { timeout: 180_000 }, async () => {
    const data = await folderOfTest();
    site = await website();
    site.pages.set('/objects.ttl.gz', (_request, response) => response.end(gzipSync(turtle)));
    const address = `${site.url}/objects.ttl.gz`;
    const added = await thesaurus(data, 'add', address, '--allow-private-networks');
    expect(added.output).toBe(
      'town: part objects: 1 concepts, 1 labels in en\nlicense: https://creativecommons.org/licenses/by/4.0/\n',
    );
    expect((await thesaurus(data, 'add', address)).errors).toContain('private');
    const synonyms = join(root, 'packages/sources/test/municipal/synonyms.csv');
    expect((await thesaurus(data, 'add', synonyms, '--part', 'extra')).output).toContain(
      'part extra: 9 concepts',
    );
    const names = async () =>
      (await thesaurus(data, 'list')).output
        .trim()
        .split('\n')
        .map((line) => line.split('\t'));
    expect(await names()).toMatchObject([
      ['extra', '9 concepts', expect.any(String), 'Synonyms', '-'],
      ['objects', '1 concepts', expect.any(String), 'Objects', expect.stringContaining('/by/4.0/')],
    ]);
    expect((await thesaurus(data, 'remove', 'extra')).output).toBe('town: removed the part extra\n');
    expect(await thesaurus(data, 'remove', 'extra')).toMatchObject({ code: 1 });
    expect((await names()).map(([name]) => name)).toEqual(['objects']);
  });

  it('changes a space of a remote server with a token', async () => {
    const service = await serviceOfTest(await folderOfTest());
    const file = join(await folderOfTest(), 'typesense.json');
    await writeFile(file, JSON.stringify({ synonyms: [{ id: '1', synonyms: ['sofa', 'couch'] }] }));
    const token = await service.accessToken('spaces:write');
    const call = (secret: string, command: string, ...words: string[]) =>
      semanticSearch(['thesaurus', command, '--space', 'town', '--server', service.url, ...words], {
        SEARCH_TOKEN: secret,
      });
    expect((await call(token, 'add', file)).output).toContain('part synonyms: 1 concepts');
    expect((await call(token, 'list')).output).toContain('synonyms\t1 concepts');
    expect((await call(token, 'remove', 'synonyms')).code).toBe(0);
    expect(await call('', 'list')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('SEARCH_TOKEN'),
    });
  });

  it('rejects files of other formats and changes nothing', async () => {
    const data = await folderOfTest();
    const file = async (name: string, content: string | Uint8Array) => {
      await writeFile(join(data, name), content);
      return thesaurus(data, 'add', join(data, name));
    };
    expect((await file('a.zip', 'x')).errors).toContain('unsupported format');
    expect((await file('a.csv', 'alone\n')).errors).toContain('no synonyms');
    expect((await file('a.csv', Uint8Array.of(0xe9, 0x2c, 0x61))).errors).toContain('not encoded in UTF-8');
    const bomb = gzipSync(Buffer.alloc(100_000_000, 'alone,'));
    expect((await file('a.csv.gz', bomb)).errors).toContain('a.csv: larger than 64 MiB');
    expect((await file('a.ttl', 'nonsense')).code).toBe(1);
    expect((await thesaurus(data, 'add', join(data, 'none.ttl'))).errors).toContain('no such file');
    await expect(readFile(join(data, 'spaces', 'town', 'LOCK'))).rejects.toThrow();
    expect((await thesaurus(data, 'list')).errors).toContain('no search space "town"');
  });
});
