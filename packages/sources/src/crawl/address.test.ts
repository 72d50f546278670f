import { describe, expect, it } from 'vitest';
import { duplicateKey, hasRepeatingPath, normalizeAddress, withoutIndexFile } from './address.ts';
import { matchesWildcards } from './scope.ts';

describe('the normal form of an address', () => {
  it.each([
    ['HTTP://Example.ORG:80/a/../b#c', 'http://example.org/b'],
    ['https://user:secret@example.org/?', 'https://example.org/'],
    ['https://example.org/?b=2&utm_source=x&a=1&PHPSESSID=1&gclid=2', 'https://example.org/?a=1&b=2'],
    ['https://example.org/a;jsessionid=12', 'https://example.org/a'],
    ['/ä b', 'https://example.org/%C3%A4%20b'],
    ['  ?x  ', 'https://example.org/dir/page?x'],
    ['mailto:someone@example.org', null],
    ['javascript:void(0)', null],
    ['http://', null],
    ['http://[', null],
  ])('of %j is %j', (href, expected) => {
    expect(normalizeAddress(href, 'https://example.org/dir/page')).toBe(expected);
  });

  it('is equal for scheme, trailing slash and index file', () => {
    const same = [
      'http://a.example/x',
      'https://a.example/x/',
      'https://a.example/x/index.html',
      'https://a.example/x/INDEX.php',
    ];
    expect(new Set(same.map(duplicateKey)).size).toBe(1);
    expect(duplicateKey('https://a.example/x?y')).not.toBe(duplicateKey('https://a.example/x'));
    expect(withoutIndexFile('https://a.example/x/index.html')).toBe('https://a.example/x/');
    expect(withoutIndexFile('https://a.example/index.html?x')).toBe('https://a.example/index.html?x');
  });

  it('shows paths that repeat', () => {
    expect(hasRepeatingPath('https://a.example/a/b/a/b/a/b/a/b')).toBe(true);
    expect(hasRepeatingPath('https://a.example/a/b/a/c/a')).toBe(false);
  });
});

describe('wildcards', () => {
  it.each([
    ['/news/1', '/news/*', true],
    ['/news', '/news', true],
    ['/news/1', '/news', false],
    ['/a/print', '*/print', true],
    ['/a/print/b', '*/print', false],
    ['/a/b/c', '/*/b/*', true],
    ['/aa', '/a*a', true],
    ['/a', '/a*a', false],
    ['', '*', true],
  ])('%j matches %j: %s', (text, pattern, expected) => {
    expect(matchesWildcards(text, pattern)).toBe(expected);
  });
});
