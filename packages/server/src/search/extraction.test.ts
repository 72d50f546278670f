/** Limits of concept extraction: public pages send short texts, and no response grows with the mentions in a text. */
import { requestLimits } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { secrets } from '../../test/support/forged-tokens.ts';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served(secrets, openContent);

test('a publishable token extracts concepts from texts of up to 128 KiB; searches and access tokens may send more', async () => {
  const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . <urn:tide> a skos:Concept ; skos:prefLabel "Tide"@en .`;
  await server.call('PUT', '/api/spaces/sea/thesaurus', turtle, { 'Content-Type': 'text/turtle' });
  const configuration = await server.created({ title: 'Sea', searchSpace: 'sea' });
  const configId = Number(configuration.split('/').at(-1));
  const { token } = await server.issuer.publishable({
    name: 'page',
    configurations: [configId],
    lifetime: 60,
  });
  const extract = (length: number, headers?: Record<string, string>) => {
    const text = 'the tide '.repeat(length / 9);
    const path = `${configuration}/extractConcepts`;
    return server.call('POST', path, JSON.stringify({ text, language: 'en' }), {
      'Content-Type': 'application/json',
      ...headers,
    });
  };
  const forPages = { Authorization: `Bearer ${token}` };
  expect(await extract(900, forPages)).toMatchObject({ status: 200, body: { result: [{ frequency: 100 }] } });
  expect((await extract(requestLimits.publishableExtractionBytes, forPages)).status).toBe(413);
  const search = JSON.stringify({
    input: 'tide',
    selectedFacets: Array(99).fill({ value: 'x'.repeat(2000) }),
  });
  expect(search.length).toBeGreaterThan(requestLimits.publishableExtractionBytes);
  const json = { 'Content-Type': 'application/json', ...forPages };
  expect((await server.call('POST', `${configuration}/search`, search, json)).status).toBe(200);
  const long = await extract(900_000);
  expect(long).toMatchObject({ status: 200, body: { result: [{ frequency: 100_000 }] } });
  expect(JSON.stringify(long.body).length).toBeLessThan(10_000);
});
