import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseSettings } from './server-settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'backends-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function spacesOf(content: unknown, environment: Record<string, string> = {}) {
  const file = join(directory, 'backends.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return (await parseSettings({ BACKENDS_FILE: file, ...environment })).remoteSpaces;
}

const space = (more: object = {}) => ({
  spaces: {
    museum: { backend: 'graphsearch', url: 'https://search.example.org', searchSpaceId: 'm-1', ...more },
  },
});
const basic = { credentials: { type: 'basic', userFrom: 'MUSEUM_USER', passwordFrom: 'MUSEUM_PASSWORD' } };

test('without BACKENDS_FILE, every space is embedded', async () => {
  expect((await parseSettings({})).remoteSpaces).toEqual([]);
  const embedded = { spaces: { here: { backend: 'embedded' } } };
  expect(await spacesOf(embedded)).toEqual([]);
  expect(await spacesOf(`\uFEFF${JSON.stringify(embedded)}\r\n`)).toEqual([]);
});

test('a GraphSearch entry resolves its URL and the variables of its secrets', async () => {
  const environment = { MUSEUM_USER: 'ann', MUSEUM_PASSWORD: 'pa55' };
  expect(
    await spacesOf(space({ ...basic, version: '7.1', languages: ['en', 'pt-BR'] }), environment),
  ).toEqual([
    {
      backend: 'graphsearch',
      name: 'museum',
      url: new URL('https://search.example.org'),
      searchSpaceId: 'm-1',
      version: '7.1',
      languages: ['en', 'pt-BR'],
      credentials: { type: 'basic', user: 'ann', password: 'pa55' },
    },
  ]);
});

const library = (more: object = {}) => ({
  spaces: {
    library: {
      backend: 'opensearch',
      nodes: ['https://one:9200', 'https://two:9200'],
      index: 'library',
      ...more,
    },
  },
});

test('an OpenSearch entry resolves its nodes, accounts, and CA file', async () => {
  const ca = join(directory, 'authority.pem');
  writeFileSync(ca, 'PEM');
  const entry = library({
    credentials: { type: 'basic', userFrom: 'READER', passwordFrom: 'READER_PASSWORD' },
    writingCredentials: { type: 'basic', userFrom: 'WRITER', passwordFrom: 'WRITER_PASSWORD' },
    authority: 'authority.pem',
    shards: 6,
    replicas: '1',
    ranking: { k1: 1.2, threshold: { ofTotal: 0.2 } },
  });
  const environment = { READER: 'r', READER_PASSWORD: 'rp', WRITER: 'w', WRITER_PASSWORD: 'wp' };
  expect(await spacesOf(entry, environment)).toEqual([
    {
      backend: 'opensearch',
      name: 'library',
      nodes: [new URL('https://one:9200'), new URL('https://two:9200')],
      index: 'library',
      credentials: { type: 'basic', user: 'r', password: 'rp' },
      writingCredentials: { type: 'basic', user: 'w', password: 'wp' },
      authority: ca,
      shards: 6,
      replicas: '1',
      ranking: { k1: 1.2, threshold: { ofTotal: 0.2 } },
    },
  ]);
});

test('an OAuth entry resolves its token endpoint and client', async () => {
  const oauth = { tokenUrl: 'https://login.example.org/token', clientFrom: 'ID', secretFrom: 'SECRET' };
  const environment = { ID: 'search', SECRET: 's' };
  const tokenUrl = new URL(oauth.tokenUrl);
  const [machine] = await spacesOf(
    space({ credentials: { type: 'client-credentials', ...oauth, scope: 'read' } }),
    environment,
  );
  expect(machine?.credentials).toEqual({
    type: 'client-credentials',
    tokenUrl,
    client: 'search',
    secret: 's',
    scope: 'read',
  });
});

test.each([
  ['{', /not valid JSON/],
  [{ spaces: [] }, /spaces: must be/],
  [{ places: {} }, /places: unknown property/],
  [{ spaces: { 'a/b': { backend: 'embedded' } } }, /spaces\.a\/b: must have a name/],
  [{ spaces: { museum: { backend: 'solr' } } }, /spaces\.museum\.backend: must be.*graphsearch/],
  [space({ url: 'ftp://example.org' }), /spaces\.museum\.url: must be text: an http: or https: URL/],
  [space({ url: 'https://ann:pa55word@example.org' }), /spaces\.museum\.url: must be/],
  [space({ url: 'https://example.org:99999' }), /spaces\.museum\.url: must be text: an http: or https: URL/],
  [library({ nodes: ['http://[::1'] }), /spaces\.library\.nodes\[0\]: must be text: an http/],
  [space({ colour: 'red' }), /spaces\.museum\.colour: unknown property/],
  [space({ credentials: { type: 'magic' } }), /spaces\.museum\.credentials\.type: must be/],
  [
    space({ credentials: { type: 'basic' } }),
    /credentials\.userFrom: is required.*credentials\.passwordFrom: is required/,
  ],
  [space(basic), /credentials\.userFrom: names MUSEUM_USER, which is not set/],
  [library({ nodes: [] }), /spaces\.library\.nodes: must/],
  [library({ index: 'Library' }), /spaces\.library\.index: must be text: lower case/],
  [library({ ranking: { b: 2 } }), /spaces\.library\.ranking\.b: must be a number from 0 to 1/],
  [library({ ranking: { fields: { title: 3 } } }), /ranking\.fields: unknown property/],
  [library({ authority: 'none.pem' }), /spaces\.library\.authority: names a file that does not exist/],
  [library({ credentials: { type: 'password' } }), /spaces\.library\.credentials\.type: must be/],
  [library({ writingCredentials: basic.credentials }), /writingCredentials\.userFrom: names MUSEUM_USER/],
])('reports an invalid file at startup: %j', async (content, message) => {
  await expect(spacesOf(content)).rejects.toThrow(message);
});

test('reports the faults of all entries and members at once', async () => {
  const { museum } = space({ colour: 'red' }).spaces;
  const spaces = { museum, library: { backend: 'solr' }, 'a/b': { backend: 'embedded' }, town: null };
  await expect(spacesOf({ spaces })).rejects.toThrow(
    /a\/b: must have.*museum\.colour: unknown.*library\.backend: must be.*town: must be/,
  );
});

test('reports all references that lead nowhere at once', async () => {
  const spaces = { ...space(basic).spaces, ...library({ authority: 'none.pem' }).spaces };
  await expect(spacesOf({ spaces })).rejects.toThrow(
    /museum\.credentials\.userFrom: names MUSEUM_USER.*passwordFrom: names.*library\.authority: names a file/,
  );
});

test('rejects a secret in place of a variable name without repeating it', async () => {
  const secret = 'hunter2-is-secret';
  const wrong = space({ credentials: { ...basic.credentials, passwordFrom: secret } });
  await expect(spacesOf(wrong)).rejects.toThrow(
    /passwordFrom: must be text: the name of the environment variable/,
  );
  await expect(spacesOf(wrong)).rejects.not.toThrow(secret);
});

test.each(['lib-v-2', 'lib-v', 'lib-run-1', 'lib-words', 'lib-thesaurus'])(
  'rejects the index %s, which could be one of the space with the index lib',
  async (index) => {
    await expect(spacesOf(library({ index }))).rejects.toThrow(
      /spaces\.library\.index: must be text: lower case/,
    );
  },
);

test('accepts indices with a common prefix, and two spaces on one index', async () => {
  const names = ['lib', 'lib', 'library', 'lib-vx', 'lib-words-2', 'lib-2'];
  const nodes = ['https://one:9200'];
  const spaces = names.map((index, i) => [`space-${i}`, { backend: 'opensearch', nodes, index }]);
  expect(await spacesOf({ spaces: Object.fromEntries(spaces) })).toHaveLength(names.length);
});
