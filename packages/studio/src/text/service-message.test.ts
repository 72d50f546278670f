/** Messages of the service: each pattern has a text that says the same, and stands for words of the service. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { en } from './en.ts';
import { frequentMessages, problemText, serviceMessage } from './service-message.ts';

const packages = join(import.meta.dirname, '../../..');
const sources = ['server', 'sources', 'cli']
  .flatMap((name) => globSync(`${name}/src/**/*.ts`, { cwd: packages }))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(packages, path), 'utf8'))
  .join('\n');

/** The longest piece of a pattern without special characters. */
const wordsOf = ({ source }: RegExp): string =>
  source
    .replaceAll(/\\([.`])/g, '$1')
    .split(/\(\?.*?\)[+*]?|\\S[+*]|\[.*?\]\+|[$^|()]/)
    .sort((a, b) => b.length - a.length)[0]!
    .trim();

describe('frequent messages', () => {
  it.each(frequentMessages)('%s is in the service', (pattern) => {
    const words = wordsOf(pattern)
      .replace(/^is saved, but /, '')
      .replace(/\.$/, '');
    expect(words.length).toBeGreaterThan(1);
    expect(sources).toContain(words.replace(/^must be$/, 'must be '));
  });

  it.each(frequentMessages)('%s has the values of its text', (pattern, key) => {
    const names = [...pattern.source.matchAll(/\?<(\w+)>/g)].map(([, name]) => name!);
    const needed = [...String(en[key]).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    expect(names.sort()).toEqual(needed.sort());
  });

  it('are those of the service in English', () => {
    expect(serviceMessage('disallowed by robots.txt')).toBe('disallowed by robots.txt');
    expect(problemText({ code: 'conflict', detail: 'A run is active.' })).toBe('A run is active.');
  });
});

it('are in the language of the person, with the details of other problems', async () => {
  vi.resetModules();
  const { localeOf } = await import('./text.ts');
  const german = await localeOf('de');
  vi.doMock('./text.ts', () => ({ locale: german, text: german.text.bind(german) }));
  const translated = await import('./service-message.ts');
  const problem = (code: string, detail = 'x') => translated.problemText({ code, detail } as never);
  expect(translated.serviceMessage('disallowed by robots.txt')).toBe('von robots.txt verboten');
  expect(translated.serviceMessage('must be an integer from 1 to 100')).toBe(
    'muss eine Zahl von 1 bis 100 sein',
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
