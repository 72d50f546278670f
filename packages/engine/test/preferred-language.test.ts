/** Documents in the language of the query, or else of the page, come first. */
import { beforeEach, expect, test } from 'vitest';
import type { DocumentInput } from '../src/writable-space.ts';
import { everything } from './support/queries.ts';
import { spaceForEach } from './support/search-space.ts';

const space = spaceForEach();

const page = (id: string, language: string, title: string, text: string): DocumentInput => {
  return { id, language, title, text, subjects: [] };
};

beforeEach(async () => {
  await space.put([
    page('en', 'en', 'Sending messages', 'Docker sends messages. An accessible email, and Docker.'),
    page('fr', 'fr', 'Envoi de messages', 'Docker envoie des messages. Un email accessible, et Docker.'),
    page('none', '', 'Kubernetes', ''),
  ]);
});

async function found(input: string, language?: string): Promise<string[]> {
  const { documents } = await space.search({ ...everything, input, ...(language && { language }) });
  return documents.map(({ id }) => id);
}

test('documents in the language of the page come first for a word that both languages have', async () => {
  expect(await found('email', 'fr')).toEqual(['fr', 'en']);
  expect(await found('email', 'en')).toEqual(['en', 'fr']);
});

test('the language of the query counts more than that of the page', async () => {
  expect(await found('envoi email', 'en')).toEqual(['fr', 'en']);
});

test('without a language, that of most words counts', async () => {
  expect(await found('un email accessible')).toEqual(['fr', 'en']);
  expect(await found('an email')).toEqual(['en', 'fr']);
});

test('a page without documents in its language changes no score', async () => {
  const scores = async (language?: string) =>
    (await space.search({ ...everything, input: 'docker', ...(language && { language }) })).documents.map(
      ({ score }) => score,
    );
  expect(await scores('ja')).toEqual(await scores());
});
