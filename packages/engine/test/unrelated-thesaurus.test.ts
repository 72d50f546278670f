import { expect, test } from 'vitest';
import type { DocumentInput } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';
import { spaceForEach } from './support/search-space.ts';

const space = spaceForEach();

/** An economic concept whose labels are everyday words of a manual. */
async function* economics() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <https://example.org/work> a skos:Concept ; skos:prefLabel "Work"@en ; skos:altLabel "Job"@en, "Labour"@en .`;
}

async function* animals() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <https://example.org/horse> a skos:Concept ; skos:prefLabel "Horse"@en ; skos:altLabel "Equine"@en .`;
}

const page = (id: string, title: string, text: string): DocumentInput => ({
  id,
  title,
  text,
  language: 'en',
});
const others = Array.from({ length: 12 }, (_, i) => page(`other${i}`, 'Weather', 'Rain and snow.'));

test('an assigned concept counts more than the text, an extracted one less', async () => {
  await space.replaceThesaurus(economics(), 'text/turtle');
  await space.put([
    ...others,
    page('files', 'Copy files', 'A job copies files, and the job ends. Copy them back after a job.'),
    page('text', 'People', 'Labour of many years. The labour of volunteers, and again their labour.'),
    { ...page('uri', 'Shift plan', 'Who is where.'), subjects: ['https://example.org/work'] },
    { ...page('label', 'Rota', 'Who is there.'), subjects: ['Labour'] },
  ]);
  const { documents } = await space.search({ ...everything, input: 'labour', language: 'en' });
  const found = documents.map(({ id }) => id);
  expect(found.slice(0, 2).sort()).toEqual(['label', 'uri']);
  expect(found.slice(2)).toEqual(['text', 'files']);
});

test('a text with several labels of a concept does not come before a text about all words of the query', async () => {
  await space.replaceThesaurus(economics(), 'text/turtle');
  await space.put([
    ...others,
    ...Array.from({ length: 5 }, (_, i) => page(`day${i}`, 'Diary', 'A day of labour in the garden.')),
    page('market', 'Notes', 'The labour market in the north, and the market in the south.'),
    page('labels', 'Notes', 'Work is a job, and a job is work; labour at the weekly market there.'),
  ]);
  const { documents } = await space.search({ ...everything, input: 'labour market', language: 'en' });
  expect(documents.slice(0, 2).map(({ id }) => id)).toEqual(['market', 'labels']);
});

test('a word that is similar to a misspelled one counts less than a label of the concept', async () => {
  await space.replaceThesaurus(animals(), 'text/turtle');
  await space.put([
    ...others,
    ...Array.from({ length: 8 }, (_, i) => page(`horse${i}`, 'Diary', 'A horse in the rain.')),
    ...Array.from({ length: 6 }, (_, i) => page(`house${i}`, 'Diary', 'A house in the rain.')),
    page('similar', 'A house', 'A house, a house and a stable.'),
    page('label', 'Notes', 'An equine stable in the north, and it is old.'),
  ]);
  const { documents } = await space.search({ ...everything, input: 'hoese stable', language: 'en' });
  expect(documents.map(({ id }) => id)).toEqual(['label', 'similar']);
});
