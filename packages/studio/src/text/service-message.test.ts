/** Messages of the service: each pattern has a text that says the same, and stands for words of the service. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { en } from './en.ts';
import { partText, problemText, runMessage, serviceMessage } from './service-message.ts';
import { servicePatterns } from './service-patterns.ts';

const packages = join(import.meta.dirname, '../../..');
const sources = ['server', 'sources', 'cli', 'engine', 'contract']
  .flatMap((name) => globSync(`${name}/src/**/*.ts`, { cwd: packages }))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(packages, path), 'utf8'))
  .join('\n');

/** The longest piece of a pattern without special characters. */
const wordsOf = ({ source }: RegExp): string =>
  source
    .replaceAll(/\\([.`])/g, '$1')
    .split(/\(\?.*?\)[+*]?|\\[Sd][+*]|\[.*?\]\+|[$^|()]/)
    .sort((a, b) => b.length - a.length)[0]!
    .trim();

describe('frequent messages', () => {
  it.each([...servicePatterns])('%s is in the service', (pattern) => {
    const words = wordsOf(pattern)
      .replace(/^is saved, but /, '')
      .replace(/\.$/, '');
    expect(words.length).toBeGreaterThan(1);
    expect(sources).toContain(words.replace(/^must be$/, 'must be '));
  });

  it.each([...servicePatterns])('%s has the values of its text', (pattern, key) => {
    const names = [...pattern.source.matchAll(/\?<(\w+)>/g)].map(([, name]) => name!);
    const needed = [...String(en[key]).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    expect(names.sort()).toEqual(needed.sort());
  });

  it('are those of the service in English', () => {
    expect(serviceMessage('disallowed by robots.txt')).toBe('disallowed by robots.txt');
    expect(serviceMessage('https://a.example/: write EPROTO 408D:error:0A00010B:SSL routines::x')).toBe(
      'the website cannot be reached',
    );
    expect(serviceMessage('https://a.example/ has no pages')).toBe('https://a.example/ has no pages');
    expect(problemText({ code: 'conflict', detail: 'A run is active.' })).toBe('A run is active.');
  });
});

// Test files share their modules: without this, later files would import the module in another language.
afterEach(() => {
  vi.doUnmock('./text.ts');
  vi.resetModules();
});

/** The functions of the module in this language. */
async function inLanguage(tag: string) {
  vi.resetModules();
  const { localeOf } = await import('./text.ts');
  const language = await localeOf(tag);
  vi.doMock('./text.ts', () => ({
    locale: language,
    text: language.text.bind(language),
    formatDay: (day: string) => day,
  }));
  return import('./service-message.ts');
}

it('are in the language of the person, with the details of other problems', async () => {
  const translated = await inLanguage('de');
  const problem = (code: string, detail = 'x') => translated.problemText({ code, detail } as never);
  expect(translated.serviceMessage('disallowed by robots.txt')).toBe('von robots.txt verboten');
  expect(translated.serviceMessage('must be an integer from 1 to 100')).toBe(
    'muss eine Zahl von 1 bis 100 sein',
  );
  expect(translated.serviceMessage('is saved, but the rule hides urn:bear')).toBe('widerspricht sich selbst');
  expect(translated.serviceMessage('JSON, not a page')).toBe(
    translated.serviceMessage('a sitemap, not a page'),
  );
  expect(translated.serviceMessage('is unknown')).toBe('is unknown');
  expect(problem('unauthorized')).toMatch(/^Sie sind nicht angemeldet/);
  expect(problem('not-found', 'There is no configuration 9.')).toBe(
    'Das gibt es nicht oder nicht mehr. \u2068(There is no configuration 9.)\u2069',
  );
  expect(problem('service-unavailable', 'The server has run out of disk space; try again later.')).toBe(
    'Der Speicher des Servers ist voll.',
  );
  expect(problem('unauthorized', 'The link has expired.')).toBe('Der Link ist abgelaufen.');
  expect(problem('internal-error')).toMatch(/^Auf dem Server ist ein Fehler aufgetreten/);
  expect(problem('too-many-requests', 'Rate limit exceeded')).toBe(
    'Zu viele Anfragen. Versuchen Sie es in einer Minute erneut.',
  );
});

it('sums up a run, and names parts of the server', async () => {
  const { partText: part, runMessage: message, reasonText } = await inLanguage('de');
  expect(message('town: 17 indexed, 0 unchanged, 0 removed, 2 skipped, 0 failed')).toBe(
    'In der Suche: 17, Ausgelassen: 2',
  );
  expect(message('1 skipped: disallowed by robots.txt')).toBe('Ausgelassen: von robots.txt verboten (1)');
  expect(message('12 failed: HTTP status 503')).toBe(
    'Fehlgeschlagen: die Website antwortet mit dem Fehler 503 (12)',
  );
  expect(message('Stopped')).toBe('Angehalten.');
  expect(message('semantic-search: town.example does not respond any more: read ECONNRESET')).toBe(
    'town.example antwortet nicht mehr.',
  );
  expect(message('something else')).toBe('something else');
  expect(message('semantic-search: https://a.example/: noindex; https://b.example/: HTTP status 500')).toBe(
    `https://a.example/: ${reasonText('noindex')}; https://b.example/: ${reasonText('HTTP status 500')}`,
  );
  expect(reasonText('new; date: 31 February')).toBe('neu; date: 31 February');
  expect(reasonText('getaddrinfo ENOTFOUND nowhere.example')).toBe(
    'eine Website mit diesem Namen gibt es nicht',
  );
  expect(part('disk')).toBe('Speicher');
  expect(part('search space town hall')).toBe('Suchraum town hall');
  expect(part('tokens.json')).toBe('Tokens (tokens.json)');
  expect(part('configurations/7.json')).toBe('configurations/7.json');
});

it('show counts of a run in English, and no prefix of the program', () => {
  expect(runMessage('2 skipped: noindex')).toBe('Left out: noindex (2)');
  expect(serviceMessage('semantic-search: Specify an address')).toBe('Specify an address');
  expect(partText('search space town')).toBe('Search space town');
});
