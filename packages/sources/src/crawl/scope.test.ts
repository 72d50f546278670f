import { describe, expect, it } from 'vitest';
import { crawlScope, matchesPattern, matchesWildcards } from './scope.ts';

describe('patterns of addresses', () => {
  it.each([
    ['/news/*', '/news/1', true],
    ['/news', '/news', true],
    ['/news', '/news/1', true],
    ['/news', '/news?page=2', true],
    ['/news', '/newsletter', false],
    ['/news/', '/news/1', true],
    ['/', '/', true],
    ['/', '/news', false],
    ['news/*', '/en/news/1', true],
    ['news/*', '/en/old-news/1', false],
    ['drafts', '/en/drafts/1', true],
    ['*.pdf', '/a.pdf', true],
    ['*.pdf', '/a.pdf?download=1', true],
    ['*.pdf', '/a.pdf.html', false],
    ['*/print', '/a/print', true],
    ['*/print', '/a/print/b', false],
    ['?replytocom=*', '/post?replytocom=3', true],
    ['*sort=*', '/list?page=1&sort=name', true],
    ['/über-uns/*', '/%C3%BCber-uns/team', true],
    ['/%C3%BCber-uns/*', '/%c3%bcber-uns/team', true],
    ['/a b', '/a%20b', true],
    ['https://a.example/manual/x/*', '/manual/x/y', true],
    ['https://b.example/*', '/x', false],
    ['/x/*', '/manual/x/y', true],
    ['/x/*', '/other/x/y', false],
  ])('%j and %j: %s', (pattern, path, expected) => {
    const base = 'https://a.example/manual/';
    expect(matchesPattern(`https://a.example${path}`, pattern, base)).toBe(expected);
  });

  it.each([
    ['/a/b/c', '/*/b/*', true],
    ['/aa', '/a*a', true],
    ['/a', '/a*a', false],
    ['', '*', true],
  ])('%j matches the wildcards of %j: %s', (text, pattern, expected) => {
    expect(matchesWildcards(text, pattern)).toBe(expected);
  });

  it('that match nothing are known', () => {
    const scope = crawlScope({ include: ['/a/*', '/b/*'], exclude: ['*/print', '*/draft'] });
    scope.allowHost('https://a.example/');
    expect(scope.reject('https://a.example/a/print')).toBe('excluded by */print');
    expect(scope.unusedPatterns()).toEqual(['/b/*', '*/draft']);
  });
});
