/** Malicious thesauri are rejected early; unusual but valid ones are parsed. */
import { describe, expect, test } from 'vitest';
import { readStatements } from './rdf-parser.ts';
import type { Statement } from './statement.ts';

async function statementsOf(pieces: Iterable<string>, mediaType: string): Promise<Statement[]> {
  const found: Statement[] = [];
  await readStatements(streamed(pieces), mediaType, (statement) => found.push(statement));
  return found;
}

async function* streamed(pieces: Iterable<string>) {
  yield* pieces;
}

function* repeated(beginning: string, piece: string, count: number): Generator<string> {
  yield beginning;
  for (let i = 0; i < count; i++) yield piece;
}

const skos = 'http://www.w3.org/2004/02/skos/core#';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const xml = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="${rdf}" xmlns:s="${skos}">`;
const [turtle, triples, rdfXml] = ['text/turtle', 'application/n-triples', 'application/rdf+xml'];
const megabyte = 'x'.repeat(1_000_000);

describe('input without end', () => {
  test.each([
    ['a literal', turtle, `<urn:a> <${skos}prefLabel> "`],
    ['a literal of many lines', turtle, `<urn:a> <${skos}prefLabel> """`],
    ['a comment', turtle, '# '],
    ['a literal', triples, `<urn:a> <${skos}prefLabel> "`],
    ['a text', rdfXml, `${xml}<s:Concept rdf:about="urn:a"><s:prefLabel>`],
    ['an attribute', rdfXml, `${xml}<s:Concept rdf:about="`],
    ['a comment', rdfXml, `${xml}<!--`],
  ])('rejects %s in %s as too large', async (_kind, mediaType, beginning) => {
    const reading = statementsOf(repeated(beginning, megabyte, 300), mediaType);
    await expect(reading).rejects.toMatchObject({ code: 'thesaurus-too-large' });
  });

  test('truncates the parser error', async () => {
    const reading = statementsOf(repeated('<urn:a> <urn:b> "', megabyte, 3), turtle);
    const error: Error = await reading.then(
      () => new Error('read'),
      (reason) => reason,
    );
    expect(error).toMatchObject({ code: 'invalid-thesaurus' });
    expect(error.message.length).toBeLessThan(400);
  });
});

describe('input nested 100,000 levels deep', () => {
  test.each([
    ['elements', rdfXml, xml, '<s:Concept><s:broader>'],
    ['nodes without a name', turtle, '<urn:a> <urn:b> ', '[ <urn:b> '],
    ['lists', turtle, '<urn:a> <urn:b> ', '( '],
    ['annotations', turtle, '<urn:a> <urn:b> <urn:c> ', '{| <urn:b> <urn:c> '],
  ])('rejects %s in %s', async (_kind, mediaType, beginning, piece) => {
    const reading = statementsOf(repeated(beginning, piece, 100_000), mediaType);
    const rejection = { code: 'invalid-thesaurus', message: expect.stringMatching(/nested|level|deep/) };
    await expect(reading).rejects.toMatchObject(rejection);
  });

  test('rejects Turtle above 100 levels and ignores brackets in strings', async () => {
    const nested = (levels: number) => {
      const lists = `${'( "(((" '.repeat(levels)}${')'.repeat(levels)}`;
      return statementsOf([`<urn:a> <urn:b> ${lists} .\n<urn:a> <urn:b> ${lists} .\n`], turtle);
    };
    expect(await nested(100)).toContainEqual(expect.objectContaining({ object: '(((' }));
    const message = 'Cannot parse the thesaurus: Brackets are nested more than 100 levels deep on line 1.';
    await expect(nested(101)).rejects.toMatchObject({ message });
  });
});

test('parses a large thesaurus in a single chunk with surrogate pairs', async () => {
  const line = (i: number) => `<urn:${i}> <${skos}prefLabel> "${'𝕏🦉'.repeat(300)}" .\n`;
  const text = Array.from({ length: 15_000 }, (_, i) => line(i)).join('');
  expect(text.length).toBeGreaterThan(2 ** 24);
  const found = await statementsOf([text], turtle);
  expect(found).toHaveLength(15_000);
  expect(new Set(found.map(({ object }) => object))).toEqual(new Set(['𝕏🦉'.repeat(300)]));
});

describe('entities', () => {
  const declared = (entities: string, text: string) =>
    `<?xml version="1.0"?><!DOCTYPE r [${entities}]><rdf:RDF xmlns:rdf="${rdf}" xmlns:s="${skos}">
      <s:Concept rdf:about="urn:a"><s:prefLabel>${text}</s:prefLabel></s:Concept></rdf:RDF>`;

  test('expands nested entities', async () => {
    const entities = '<!ENTITY both "&one; and &two;"><!ENTITY one "ebb"><!ENTITY two "flow">';
    const found = await statementsOf([declared(entities, '&both;')], rdfXml);
    expect(found.map(({ object }) => object)).toContain('ebb and flow');
  });

  test('rejects exponential and recursive entities', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`);
    for (const entities of [`<!ENTITY a0 "ha">${names.join('')}`, '<!ENTITY a9 "&b;"><!ENTITY b "&a9;">'])
      await expect(statementsOf([declared(entities, '&a9;')], rdfXml)).rejects.toMatchObject({
        code: 'invalid-thesaurus',
      });
  });
});
