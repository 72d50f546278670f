/** Upload of a file: what the person learns of its outcome, and the name of a new search space. */
import { expect, it } from 'vitest';
import { newSpaceName, uploadFile } from './upload.ts';

const file = (name: string) => new File(['title\nBoat'], name);

const faults = [2, 3, 4, 5].map((line) => ({ line, message: `fault ${line}` }));
const counts = { line: 9, accepted: 5, refused: 4 };

it.each([
  [
    'of a whole file has the first faults',
    [
      { ...counts, done: false, errors: faults },
      { ...counts, done: true, errors: [] },
    ],
    'Uploaded into boats. Documents: 5, rejected: 4. Line 2: fault 2 Line 3: fault 3 Line 4: fault 4',
  ],
  [
    'that was interrupted is an error with its reason',
    [
      { ...counts, done: false, errors: faults },
      { ...counts, done: false, errors: [{ line: 10, message: 'The disk is full.' }] },
    ],
    {
      words:
        'The server cannot do this now. Uploaded into boats. Documents: 5, rejected: 4. Line 10: The disk is full.',
      isError: true,
    },
  ],
  [
    'whose connection ended is an error',
    [{ ...counts, done: false, errors: [] }],
    { words: expect.stringMatching(/^The server cannot do this now\. Uploaded/), isError: true },
  ],
])('the outcome of an upload %s', async (_, lines, outcome) => {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const connection = { endpoint: '', token: '', fetch: async () => new Response(body) };
  expect(await uploadFile(connection, 'boats', file('boats.csv'))).toEqual(outcome);
});

it.each([
  ['boats.TSV', 'text/csv'],
  ['boats.json', 'application/x-ndjson'],
])('%s is uploaded as %s', async (name, type) => {
  const types: unknown[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    types.push(new Headers(init?.headers).get('content-type'));
    return new Response(`${JSON.stringify({ ...counts, done: true, errors: [] })}\n`);
  };
  await uploadFile({ endpoint: '', token: '', fetch }, 'boats', file(name));
  expect(types).toEqual([type]);
});

it.each([
  ['Boat hire.csv', 'Boat-hire'],
  ['documents.ndjson', 'documents-3'],
  ['文書.csv', 'site-2'],
  [`${'a'.repeat(120)}.csv`, `${'a'.repeat(90)}-2`],
])('documents of %s without a search space are for a new one', (name, space) => {
  const taken = ['documents', 'documents-2', 'site', 'a'.repeat(100)];
  expect(newSpaceName(file(name), taken)).toBe(space);
});
