import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf, folderOfTest, served } from '../support/fixtures.ts';
import { root, run, semanticSearch } from '../support/service.ts';

const service = served({}, []);
const environment = () => ({ DATA_DIR: service.directory });

const ingest = (space: string, ...words: string[]) =>
  semanticSearch(['ingest', '--space', space, ...words], environment());
/** Of a command that reports errors. */
const failedIngest = (space: string, ...words: string[]) =>
  failureOf(['ingest', '--space', space, ...words], environment());

async function fileOfTest(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(await folderOfTest(), name);
  await writeFile(file, content);
  return file;
}

async function spaceNamed(space: string) {
  const { body } = await service.call('GET', '/api/spaces');
  return Object.values(body.spaces!).find(({ name }) => String(name) === space);
}

const parts = async (space: string) =>
  (await service.call('GET', `/api/spaces/${space}/thesauri`)).body.thesauri;

async function search(space: string, input: string) {
  const { body } = await service.call('POST', '/api/configurations', {
    body: { config: { searchSpace: space } },
  });
  return (await service.call('POST', `/api/configurations/${body.id}/search`, { body: { input } })).body;
}

const guide = ['--thesaurus', 'demo/data/field-guide.ttl', '--documents', 'demo/data/field-guide.ndjson'];

describe('ingestion of documents', () => {
  it('uses a running server, and its documents are found at once', async () => {
    const { code, output, errors } = await ingest('animals', ...guide);
    expect(errors).toContain(`Data directory: ${service.directory}\n`);
    expect(code).toBe(0);
    expect(output).toContain('part main: 907 concepts');
    expect(output).toContain('335 documents accepted, 0 rejected');
    expect((await search('animals', 'mountain lion')).result![0]!.title).toBe('Puma');
  });

  it('reports invalid lines and accepts the valid ones', async () => {
    const lines = ['{"id":"urn:a","title":"A"}', 'no JSON', '', '{"title":"no id"}', '{"id":"urn:b"}', '[1]'];
    const file = await fileOfTest('mixed.ndjson', lines.join('\n'));
    const { code, output, errors } = await ingest('mixed', '--documents', file);
    expect(code).toBe(2);
    expect(output).toContain('2 documents accepted, 3 rejected');
    expect(errors).toMatch(/line 2: .*JSON/);
    expect(errors).toMatch(/line 4: .*id/);
    expect(errors).toMatch(/line 6: ./);
    expect(await spaceNamed('mixed')).toMatchObject({ documents: 2 });
  });

  it('identifies documents without an id by their link, so that a repetition replaces them', async () => {
    const file = await fileOfTest(
      'pages.ndjson',
      '{"link":"https://a.example/x?y=1","title":"One"}\n{"title":"Neither"}\n',
    );
    const first = await ingest('pages', '--documents', file);
    expect(first.output).toContain('1 documents accepted, 1 rejected');
    expect(first.errors).toContain(
      'line 2: id must be a non-empty string; if it is absent, link must be one.',
    );
    await writeFile(file, '{"link":"https://a.example/x?y=1","title":"Two"}\n');
    expect((await ingest('pages', '--documents', file)).output).toContain('1 documents accepted');
    expect(await spaceNamed('pages')).toMatchObject({ documents: 1 });
    const path = `/api/spaces/pages/documents/${encodeURIComponent('https://a.example/x?y=1')}`;
    expect((await service.call('GET', path)).body).toMatchObject({ title: 'Two' });
  });

  it('maps CSV columns by the header', async () => {
    const rows = 'id;title;mass;type\nurn:wren;"Wren; small";0.009;bird\nurn:ostrich;Ostrich;115;bird\n';
    expect((await ingest('birds', '--documents', await fileOfTest('birds.csv', rows))).code).toBe(0);
    const { body } = await service.call(
      'GET',
      `/api/spaces/birds/documents/${encodeURIComponent('urn:wren')}`,
    );
    expect(body).toMatchObject({ id: 'urn:wren', title: 'Wren; small', type: 'bird' });
  });

  it('reads tables with tabs, NDJSON in a .json file, and NDJSON from a pipe', async () => {
    const table = await fileOfTest('birds.tsv', 'id\ttitle\n1\tWren\n');
    const lines = await fileOfTest('export.json', '{"id":2,"title":"Owl"}\n{"id":3,"title":"Kite"}\n');
    for (const file of [table, lines])
      expect((await ingest('mixed-files', '--documents', file)).code).toBe(0);
    const child = run(['ingest', '--space', 'mixed-files', '--documents', '-'], environment());
    child.stdin!.end('{"id":4,"title":"Rook"}\n');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await spaceNamed('mixed-files')).toMatchObject({ documents: 4 });
  });

  it.each([
    [['--space', 'a'], '--thesaurus'],
    [['--space', '../a', '--documents', 'demo/data/field-guide.ndjson'], 'name of a search space'],
    [['--space', 'a', '--documents', 'nowhere.ndjson'], 'nowhere.ndjson: no such file'],
    [['--space', 'a', '--documents', 'README.md'], '.ndjson'],
    [['--space', 'a', '--thesaurus', 'README.md'], '.ttl'],
    [['--space', 'a', '--thesaurus', 'none.ttl'], 'no such file'],
    [['--space', 'a', '--thesaurus', 'none.ttl', '--part', '../b'], 'Invalid name'],
  ])('with %j fails with an error message', async (words, why) => {
    const { code, errors } = await failureOf(['ingest', ...words], environment());
    expect(code).toBe(1);
    expect(errors).toContain(why);
  });

  it('without valid documents creates no space', async () => {
    const documents = await fileOfTest('junk.ndjson', 'junk');
    expect((await failedIngest('nothing', '--documents', documents)).code).toBe(2);
    expect(await readdir(join(service.directory, 'spaces'))).not.toContain('nothing');
  });
});

const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  <urn:s> a skos:ConceptScheme ; skos:prefLabel "Objects"@en ;
    <http://purl.org/dc/terms/license> <https://creativecommons.org/licenses/by/4.0/> .
  <urn:c> a skos:Concept ; skos:inScheme <urn:s> ; skos:prefLabel "Container"@en .`;

describe('ingestion of a thesaurus', () => {
  it('applies synonyms to documents ingested before', async () => {
    const lines = [
      { id: 'urn:1', title: 'The waste container', language: 'en' },
      { id: 'urn:2', title: 'Television licences', language: 'en' },
    ];
    const documents = await fileOfTest('bins.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
    await ingest('bins', '--documents', documents);
    const file = await fileOfTest('synonyms.txt', 'bin, waste container\ntelly => television\nalone\n');
    const added = await ingest('bins', '--thesaurus', file);
    expect(added.output).toContain('bins: part synonyms: 2 concepts, 4 labels\n');
    expect(added.errors).toContain('line 3: a rule needs at least two words');
    expect(added.code).toBe(2);

    const found = await search('bins', 'bin');
    expect(found.result).toMatchObject([{ title: 'The waste container' }]);
    expect(JSON.stringify(found)).toContain('"alsoSearched":["waste container"]');
    expect((await search('bins', 'telly')).result).toHaveLength(1);
    expect(JSON.stringify(await search('bins', 'television'))).not.toContain('telly');
  });

  it('adds a part beside others, and prints its license', async () => {
    const file = await fileOfTest('objects.ttl', turtle);
    const added = await ingest('objects', '--thesaurus', file, '--part', 'objects');
    expect(added.output).toBe(
      'objects: part objects: 1 concepts, 1 labels in en\nlicense: https://creativecommons.org/licenses/by/4.0/\n',
    );
    const synonyms = join(root, 'packages/sources/test/municipal/synonyms.csv');
    await ingest('objects', '--thesaurus', synonyms, '--part', 'extra');
    expect(await parts('objects')).toMatchObject([
      { name: 'extra', concepts: 9, title: 'Synonyms', license: null },
      { name: 'objects', concepts: 1, title: 'Objects' },
    ]);
  });

  it('changes a space of a remote server with a token', async () => {
    const file = await fileOfTest('synonyms.txt', 'sofa, couch\n');
    const SEARCH_TOKEN = await service.accessToken('spaces:write');
    const words = ['ingest', '--space', 'sofas', '--server', service.url, '--thesaurus', file];
    expect((await semanticSearch(words, { SEARCH_TOKEN })).output).toContain('part synonyms: 1 concepts');
    expect((await failureOf(words, { SEARCH_TOKEN: '' })).errors).toContain('SEARCH_TOKEN');
  });

  it('rejects files of other formats and changes nothing', async () => {
    const errorsOf = async (name: string, content: string | Uint8Array) =>
      (await failedIngest('formats', '--thesaurus', await fileOfTest(name, content))).errors;
    expect(await errorsOf('a.zip', 'x')).toContain('unsupported format');
    expect(await errorsOf('a.csv', 'alone\n')).toContain('no synonyms');
    expect(await errorsOf('a.csv', Uint8Array.of(0xe9, 0x2c, 0x61))).toContain('not encoded in UTF-8');
    expect(await errorsOf('a.csv', Buffer.alloc(64 * 1024 ** 2 + 1, 'alone,'))).toContain(
      'larger than 64 MiB',
    );
    expect(await spaceNamed('formats')).toBeUndefined();
  });

  it('of an invalid file reports the line and changes nothing', async () => {
    await ingest('broken', '--thesaurus', 'demo/data/field-guide.ttl');
    const text = await readFile(join(root, 'demo/data/field-guide.ttl'), 'utf8');
    const file = await fileOfTest('broken.ttl', `${text}\nthis is <no Turtle`);
    const { code, errors } = await failedIngest('broken', '--thesaurus', file);
    expect(code).toBe(1);
    expect(errors).toMatch(/line \d+/i);
    expect(await spaceNamed('broken')).toMatchObject({ concepts: 907 });
  });
});
