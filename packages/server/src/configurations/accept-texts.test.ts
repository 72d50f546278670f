/** Interface texts over HTTP: which are saved, and which are reported. */
import { expect, test } from 'vitest';
import { keysOf } from '../../test/support/server.ts';
import { served } from '../../test/support/service.ts';

const { call, created } = served();

const change = async (path: string, texts: unknown) => call('PUT', path, { config: { texts } });
const saved = async (path: string) => (await call('GET', path)).body.config as unknown as { texts?: object };

test('texts are saved with plural forms, under the canonical tag, and replaced as a whole', async () => {
  const path = await created({ title: 'Archive' });
  expect(await saved(path)).not.toHaveProperty('texts');
  const texts = {
    en: { placeholder: 'Search the archive', results: { one: 'One record', other: '{count} records' } },
    pl: {
      results: { one: '{count} wpis', few: '{count} wpisy', many: '{count} wpisów', other: '{count} wpisu' },
    },
    'PT-br': { showMore: 'Mais {count}' },
  };
  expect(keysOf(await change(path, texts))).toEqual([]);
  const { 'PT-br': portuguese, ...others } = texts;
  expect(await saved(path)).toMatchObject({ texts: { ...others, 'pt-BR': portuguese } });
  await change(path, { de: { search: 'Suchen' } });
  expect((await saved(path)).texts).toEqual({ de: { search: 'Suchen' } });
  await change(path, {});
  expect((await saved(path)).texts).toEqual({});
});

test('a wrong text is reported by its key, keeps its former value, and does not affect the rest', async () => {
  const path = await created({ title: 'Archive', texts: { en: { close: 'Shut', nothing: 'No “{input}”' } } });
  const texts = {
    en: {
      close: '',
      nothing: 'No {query}',
      search: 7,
      searchPlaceholder: 'Search',
      next: { other: 'Onward' },
      retry: 'x'.repeat(501),
      previous: ' ',
      back: 'Back \ud800',
      apply: null,
      results: { one: 'One', others: '{count}' },
      showResults: { one: 'See {total}', other: 'See {count}' },
      sort: 'Order',
    },
    'de-': { close: 'Zu' },
    fr: 'Fermer',
    it: { close: 'Chiudi' },
  };
  const answer = await call('PUT', path, { config: { title: 'Renamed', texts } });
  expect(answer.status).toBe(200);
  expect(keysOf(answer).toSorted()).toEqual(
    [
      'texts.de-',
      'texts.en.back',
      'texts.en.close',
      'texts.en.next',
      'texts.en.nothing',
      'texts.en.previous',
      'texts.en.results.other',
      'texts.en.results.others',
      'texts.en.retry',
      'texts.en.search',
      'texts.en.searchPlaceholder',
      'texts.en.showResults.one',
      'texts.fr',
    ].toSorted(),
  );
  const { errors } = answer.body as unknown as { errors: { key: string; message: string }[] };
  const messageOf = (key: string) => errors.find((error) => error.key === key)!.message;
  expect(messageOf('texts.en.nothing')).toBe('must have no placeholders other than {input}');
  expect(messageOf('texts.en.searchPlaceholder')).toBe('is not a key of the interface texts');
  expect(messageOf('texts.en.retry')).toMatch(/^must be text of 1 to 500 characters/);
  expect(await saved(path)).toMatchObject({ title: 'Renamed' });
  expect((await saved(path)).texts).toEqual({
    en: { close: 'Shut', nothing: 'No “{input}”', sort: 'Order' },
    it: { close: 'Chiudi' },
  });
});

test('texts that are no object, too many languages or too large are rejected as a whole', async () => {
  const path = await created({ title: 'Archive', texts: { en: { close: 'Shut' } } });
  const tags = Array.from({ length: 101 }, (_, number) => [`en-${1000 + number}`, { close: 'x' }]);
  const text = 'é'.repeat(500);
  const names = ['close', 'search', 'retry', 'next', 'previous', 'back', 'apply'];
  const large = ['de', 'fr', 'it', 'es', 'pt'].map((tag) => [
    tag,
    Object.fromEntries(names.map((name) => [name, text])),
  ]);
  for (const texts of [[], 'x', 7, Object.fromEntries(tags), Object.fromEntries(large)]) {
    const answer = await change(path, texts);
    expect([answer.status, keysOf(answer)]).toEqual([200, ['texts']]);
    expect((await saved(path)).texts).toEqual({ en: { close: 'Shut' } });
  }
});

test('visitors read the texts, and a restored version has those of its time', async () => {
  const path = await created({ title: 'Archive', texts: { en: { close: 'Shut' } } });
  await change(path, { en: { close: 'Fold' } });
  expect(await saved(path)).toMatchObject({ texts: { en: { close: 'Fold' } } });
  await call('POST', `${path}/logs/1/restore`);
  expect((await saved(path)).texts).toEqual({ en: { close: 'Shut' } });
});
