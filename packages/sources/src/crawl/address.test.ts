import { describe, expect, it } from 'vitest';
import { hasRepeatingPath, normalForm, pageAddress } from './address.ts';

describe('the address of a page', () => {
  const base = 'https://example.org/dir/page';

  // Reports about crawler4j, metascraper, Scrapy, Norconex, Nutch and simplecrawler: each was changed by one of them.
  it.each([
    ['/view?b=2&a=1', 'https://example.org/view?b=2&a=1'],
    [
      '/img.jpg?w=1200&q=55&auto=format&s=4d4b1',
      'https://example.org/img.jpg?w=1200&q=55&auto=format&s=4d4b1',
    ],
    ['/view?a=2&a=1&a=2', 'https://example.org/view?a=2&a=1&a=2'],
    ['/view?flag', 'https://example.org/view?flag'],
    ['/view?flag=', 'https://example.org/view?flag='],
    ['/view?a=1&&b', 'https://example.org/view?a=1&&b'],
    ['/view?q=a+b', 'https://example.org/view?q=a+b'],
    ['/view?q=a%20b', 'https://example.org/view?q=a%20b'],
    ['/view?q=a%2bb', 'https://example.org/view?q=a%2bb'],
    ['/view?', 'https://example.org/view?'],
    ['/view?sid=1', 'https://example.org/view?sid=1'],
    ['/post?utm_source=rss&utm_medium=feed', 'https://example.org/post?utm_source=rss&utm_medium=feed'],
    ['/a;jsessionid=E460.tpdila09v_2?p=v', 'https://example.org/a;jsessionid=E460.tpdila09v_2?p=v'],
    ['/a;v=1;w=2/b', 'https://example.org/a;v=1;w=2/b'],
    ['/%7euser/', 'https://example.org/%7euser/'],
    ['/~user', 'https://example.org/~user'],
    ['/docs/index.html', 'https://example.org/docs/index.html'],
    ['/docs', 'https://example.org/docs'],
    ['/Docs/Page.HTML', 'https://example.org/Docs/Page.HTML'],
    ['/a//b///c', 'https://example.org/a//b///c'],
    [
      'https://web.example/2020/http://www.other.example/',
      'https://web.example/2020/http://www.other.example/',
    ],
    ['/x%2Fy', 'https://example.org/x%2Fy'],
    ['/a|b', 'https://example.org/a|b'],
    ['/100%', 'https://example.org/100%'],
  ])('%j is requested as linked', (href, expected) => {
    expect(pageAddress(href, base)).toBe(expected);
  });

  it.each([
    ['HTTP://Example.ORG:80/a/../b#c', 'http://example.org/b'],
    ['https://www.example.com/./././', 'https://www.example.com/'],
    ['some-dir/dir2/../file', 'https://example.org/dir/some-dir/file'],
    ['//cdn.example/x', 'https://cdn.example/x'],
    ['https://user:secret@example.org/?', 'https://example.org/?'],
    ['/ä b', 'https://example.org/%C3%A4%20b'],
    ['https://müller.example/', 'https://xn--mller-kva.example/'],
    ['  ?x  ', 'https://example.org/dir/page?x'],
    ['pa\nge\t2', 'https://example.org/dir/page2'],
    ['\\windows\\path', 'https://example.org/windows/path'],
    ['#!/products', base],
    ['display#', 'https://example.org/dir/display'],
    ['mailto:someone@example.org', null],
    ['javascript:void(0)', null],
    ['http://', null],
    ['http://[', null],
  ])('%j is resolved to %j, as browsers do', (href, expected) => {
    expect(pageAddress(href, base)).toBe(expected);
  });

  it.each([
    ['/%7euser', '/~user'],
    ['/%c3%a4', '/%C3%A4'],
    ['/a%2db', '/a-b'],
    ['/view?', '/view'],
  ])('%j and %j are spellings of one address', (one, other) => {
    expect(normalForm(`https://a.example${one}`)).toEqual(normalForm(`https://a.example${other}`));
  });

  it.each([
    ['/x%2Fy', '/x/y'],
    ['/a+b', '/a%20b'],
    ['/A', '/a'],
    ['/a?x=1&x=2', '/a?x=2&x=1'],
    ['/a?b=%26c', '/a?b=&c'],
    ['/a?q=K%F6ln', '/a?q=K%E4ln'],
  ])('%j and %j are two addresses', (one, other) => {
    const [first, second] = [one, other].map((path) => `https://a.example${path}`);
    expect(normalForm(first!).key).not.toBe(normalForm(second!).key);
  });

  it('is similar to addresses that often lead to the same page', () => {
    const similar = [
      'http://a.example/x?b=2&a=1',
      'https://www.a.example/x/?a=1&b=2',
      'https://a.example/x/index.html?a=1&b=2&utm_source=y',
      'https://a.example/x/INDEX.php;jsessionid=E460.tpdila09v_2?a=1&b=2',
      'https://a.example/(S(f3rjcw45q4cqarboeme53lbx))/x?PHPSESSID=3&a=1&b=2',
    ];
    expect(new Set(similar.map((address) => normalForm(address).key)).size).toBe(1);
    expect(similar.map((address) => normalForm(address).hasVisit)).toEqual([false, false, true, true, true]);
  });

  it('shows paths that repeat', () => {
    expect(hasRepeatingPath('https://a.example/a/b/a/b/a/b/a/b')).toBe(true);
    expect(hasRepeatingPath('https://a.example/a/b/a/c/a')).toBe(false);
  });
});
