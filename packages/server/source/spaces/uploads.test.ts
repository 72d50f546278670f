/** What uploads leave behind where nothing of them can be taken: no search space, and no memory. */
import { expect, test } from 'vitest';
import { openContent } from '../content.ts';
import { served } from '../served.testing.ts';

const server = served({}, openContent);

const thesaurus = (space: string, text: string) =>
  server.call('PUT', `/api/spaces/${space}/thesaurus`, text, { 'Content-Type': 'text/turtle' });
const upload = async (space: string, type: string, text: string) => {
  const headers = { 'Content-Type': type };
  const { status, body } = await server.call('POST', `/api/spaces/${space}/documents`, text, headers);
  return { status, last: JSON.parse(String(body).trim().split('\n').at(-1)!) };
};
const spaces = async () =>
  Object.values((await server.call('GET', '/api/spaces')).body.spaces!).map(({ name }) => name);

test.each([
  ['nothing', 'application/x-ndjson', ''],
  ['no document', 'application/x-ndjson', 'junk\n{}\n'],
  ['too large a document', 'application/x-ndjson', `{"id":"urn:a","title":"${'x'.repeat(200_000)}"}\n`],
  ['a table without ids', 'text/csv', 'name,title\na,b\n'],
  ['commas', 'text/csv', `id,title\n${','.repeat(1_000_000)}`],
])('an upload with %s makes no search space', async (_what, type, text) => {
  const { status, last } = await upload('mistyped', type, text);
  expect([status, last.done, last.accepted]).toEqual([200, true, 0]);
  expect(await spaces()).not.toContain('mistyped');
});

test.each([
  ['nothing', '', /no SKOS concept/],
  ['no concept', '<urn:a> <urn:b> <urn:c> .', /no SKOS concept/],
  ['no Turtle', 'this is <no Turtle', /line 1/i],
])('a thesaurus with %s makes no search space', async (_what, text, why) => {
  const { status, body } = await thesaurus('mistyped', text);
  expect([status, body.detail]).toEqual([400, expect.stringMatching(why)]);
  expect(await spaces()).not.toContain('mistyped');
});

test('a thesaurus that can be read makes it, is told of with its warnings, and is there', async () => {
  const concept = '<urn:owl> a <http://www.w3.org/2004/02/skos/core#Concept> .';
  const { status, body } = await thesaurus('owls', concept);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ concepts: 1, warnings: [expect.stringContaining('urn:owl')] }),
  ]);
  const described = Object.values((await server.call('GET', '/api/spaces')).body.spaces!);
  expect(described).toMatchObject([{ name: 'owls', concepts: 1, documents: 0 }]);
});

test('an upload does not look like a leak of listeners', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  await upload('guide', 'application/x-ndjson', '{"id":"urn:wren","title":"Wren"}\n');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  expect(warnings).toEqual([]);
});

test('the first document that can be taken makes it, though bad lines come before', async () => {
  const { last } = await upload('guide', 'application/x-ndjson', 'junk\n{"id":"urn:wren","title":"Wren"}\n');
  expect(last).toMatchObject({ done: true, accepted: 1, refused: 1 });
  expect(await spaces()).toContain('guide');
});
