import { documentLimits, type IngestProgress, Problem } from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import { served } from '../../../test/support/service.ts';
import { openContent } from '../../open-content.ts';
import { validationErrors } from '../../validation.ts';

const server = served({}, openContent);

const upload = (space: string, text: string, type = 'application/x-ndjson') =>
  server.call('POST', `/api/spaces/${space}/documents`, text, { 'Content-Type': type });

const steps = (body: unknown): IngestProgress[] =>
  String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const numbered = <Value>(count: number, value: (index: number) => Value) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value(index)]));
const { idLength, members, elements, nameLength, textLength, stringLength } = documentLimits;

describe('a document', () => {
  test.each<[string, RegExp, object]>([
    ['80,000 attributes', /20000 values/, numbered(80_000, (index) => index)],
    ['one attribute too many', /500 members/, numbered(members + 1, (index) => index)],
    ['a list of 100,000', /20000 values/, { tags: Array(100_000).fill('a') }],
    ['lists that are too long together', /10000 elements/, numbered(11, () => Array(1000).fill('a'))],
    ['too long a text', /text has more than 4000000 characters/, { text: 'a'.repeat(textLength + 1) }],
    ['too long a title', /title has more than 100000 characters/, { title: 'a'.repeat(stringLength + 1) }],
    [
      'too long a value in a list',
      /tags has more than 100000 characters/,
      { tags: ['a'.repeat(stringLength + 1)] },
    ],
    ['too long an id', /id has more than 2000 characters/, { id: 'a'.repeat(idLength + 1) }],
    [
      'too long a link without an id',
      /id has more than 2000 characters/,
      { id: undefined, link: `https://example.org/${'a'.repeat(idLength)}` },
    ],
    ['too long a name', /name of a member has more than 200/, { ['n'.repeat(nameLength + 1)]: 1 }],
  ])('with %s is rejected, and its neighbors are accepted', async (_what, reason, document) => {
    const lines = [{ id: 'urn:before' }, { id: 'urn:large', ...document }, { id: 'urn:after' }];
    const { status, body } = await upload('sizes', lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(status).toBe(200);
    const progress = steps(body);
    const errors = progress.flatMap((step) => step.errors);
    expect(errors).toEqual([{ line: 2, message: expect.stringMatching(reason) }]);
    expect(progress.at(-1)).toMatchObject({ done: true, accepted: 2, refused: 1 });
    expect((await server.call('GET', '/api/spaces/sizes/documents/urn%3Alarge')).status).toBe(404);
  });

  test.each<[string, object]>([
    ['501 members', numbered(members + 1, (index) => index)],
    ['a name of 201 letters', { ['n'.repeat(nameLength + 1)]: 1 }],
    ['a title of 100,001 letters', { title: 'a'.repeat(stringLength + 1) }],
    ['10,001 subjects', { subjects: Array(elements + 1).fill('urn:a') }],
  ])('with %s is rejected by PUT with a problem', async (_what, document) => {
    await upload('sizes', '{"id":"urn:first"}');
    const response = await server.call('PUT', '/api/spaces/sizes/documents/urn%3Aput', document);
    expect(response.status).toBe(400);
    expect(validationErrors(Problem, response.body)).toEqual([]);
    expect((await server.call('GET', '/api/spaces/sizes/documents/urn%3Aput')).status).toBe(404);
  });

  test('with an id of the maximum length is accepted by PUT and in uploads, and a longer one is rejected by both', async () => {
    for (const [length, isAccepted] of [
      [idLength, true],
      [idLength + 1, false],
    ] as const) {
      const id = 'a'.repeat(length);
      const { body } = await upload('sizes', JSON.stringify({ id }));
      expect(steps(body).at(-1)).toMatchObject({ accepted: isAccepted ? 1 : 0 });
      const { status } = await server.call('PUT', `/api/spaces/sizes/documents/${id}`, { title: 'A' });
      expect(status).toBe(isAccepted ? 200 : 400);
    }
  });

  test('of the maximum size is accepted', async () => {
    const largest = {
      id: 'urn:largest',
      ...numbered(members - 1, (index) => index),
      tags: Array(elements).fill('a'),
    };
    const { body } = await upload('sizes', JSON.stringify(largest));
    expect(steps(body).at(-1)).toMatchObject({ done: true, accepted: 1, refused: 0 });
    // A body in JSON has at most 10,000 members and elements.
    const { id, ...others } = { ...largest, tags: ['a'] };
    expect((await server.call('PUT', `/api/spaces/sizes/documents/${id}`, others)).status).toBe(200);
  });
});

describe('a line that does not end', () => {
  const endless = `{"id":"urn:endless","title":"${'x'.repeat(34 * 1024 * 1024)}`;

  test('returns 413 and accepts nothing of the upload', async () => {
    const response = await upload('endless', `{"id":"urn:a"}\n${endless}`);
    expect(response.status).toBe(413);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(validationErrors(Problem, response.body)).toEqual([]);
    expect((await server.call('GET', '/api/spaces/endless/documents/urn%3Aa')).status).toBe(404);
  });

  test('ends a partly accepted upload with the position to resume from', async () => {
    const good = Array.from({ length: 500 }, (_, index) => `{"id":"urn:good:${index}"}\n`).join('');
    const { status, body } = await upload('partly', good + endless);
    expect(status).toBe(200);
    expect(steps(body)).toEqual([
      { done: false, line: 500, accepted: 500, refused: 0, errors: [] },
      {
        done: false,
        line: 500,
        accepted: 500,
        refused: 0,
        errors: [{ line: 501, message: expect.stringMatching(/does not end/) }],
      },
    ]);
    expect((await server.call('GET', '/api/spaces/partly/documents/urn%3Agood%3A499')).status).toBe(200);
  });
});

test('reports an unclosed quotation mark once, and reads no rows after it', async () => {
  const { body } = await upload('quoted', 'id,title\na,A\n"b,B\nc,C\nd,D\n', 'text/csv');
  const errors = steps(body).flatMap((step) => step.errors);
  expect(errors).toMatchObject([{ line: 3, message: expect.stringMatching(/quotation mark/) }]);
  expect(steps(body).at(-1)).toMatchObject({ accepted: 1, refused: 1 });
});
