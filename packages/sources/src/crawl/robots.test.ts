import { describe, expect, it } from 'vitest';
import { MAX_ROBOTS_BYTES, robotsRules, robotsText } from './robots.ts';

const rules = (text: string) => robotsRules('https://a.example', text);

describe('robots.txt', () => {
  it('has rules for this crawler, which replace those for all', () => {
    const found = rules(
      'User-agent: *\nDisallow: /\n\nUser-agent: semantic-search\nDisallow: /x*y$\nAllow: /x1y/z/y\nCrawl-delay: 2',
    );
    expect(found.isAllowed('https://a.example/')).toBe(true);
    expect(found.isAllowed('https://a.example/x2y')).toBe(false);
    expect(found.isAllowed('https://a.example/x1y/z/y')).toBe(true);
    expect(found.delayMs).toBe(2000);
  });

  // RFC 9309, and reports about crawler-commons, protego, reppy, google/robotstxt, Scrapy and HTTrack.
  it.each([
    ['/%7Euser/', '/~user/a', false],
    ['/~user/', '/%7Euser/a', false],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', false],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', false],
    ['/foo/bar/%e3%83%84', '/foo/bar/ツ', false],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-b.html', true],
    ['/*%2F*', '/a/b', true],
    ['/*%2F*', '/a%2fb', false],
    ['/en-uk/*q=*relevance*', '/en-uk/c/4018?q=%3Arelevance%3Atype', false],
    ['*/test', '/test', false],
    ['/users/*/replies', '/anything', true],
    ['/jobb?', '/jobb', true],
    ['/jobb/', '/jobb', true],
    ['/a b', '/a%20b', false],
    ['/*.php$', '/x.php', false],
    ['/*.php$', '/x.php?y', true],
    ['/a$b', '/a$b', false],
    ['/a$b', '/a', true],
    ['/A', '/a', true],
    ['private', '/private', true],
    ['/a[1]|b', '/a[1]|b', false],
    ['/%zz', '/%zz', false],
    ['', '/a', true],
    ['/***a', '/xa', false],
  ])('with the rule %j about %j allows it: %s', (rule, path, expected) => {
    const found = rules(`User-agent: *\nDisallow: ${rule}`);
    expect(found.isAllowed(new URL(path, 'https://a.example').href)).toBe(expected);
  });

  it.each([
    [
      'one group of several agents',
      'User-agent: x\nUser-agent: Semantic-Search/2.0 (bot)\n\nDisallow: /a',
      false,
    ],
    [
      'several groups of one agent',
      'User-agent: *\nDisallow: /b\nUser-agent: x\nDisallow: /\nUser-agent: *\nDisallow: /a',
      false,
    ],
    ['a group for other crawlers', 'User-agent: *\nCrawl-delay: 5\n\nUser-agent: badbot\nDisallow: /', true],
    ['a sitemap inside of a group', 'User-agent: *\nSitemap: https://a.example/s.xml\nDisallow: /a', false],
    [
      'a sitemap between the agents of a group',
      'User-agent: *\nSitemap: x\nUser-agent: badbot\nDisallow: /a',
      false,
    ],
    [
      'an empty rule for this crawler',
      'User-agent: *\nDisallow: /\nUser-agent: semantic-search\nDisallow:',
      true,
    ],
    ['no rule for this crawler', 'User-agent: *\nDisallow: /\nUser-agent: semantic-search', false],
    ['an agent that begins alike', 'User-agent: semantic-search-images\nDisallow: /', true],
    ['carriage returns', 'User-agent: *\rDisallow: /a\r', false],
    ['both kinds of line breaks', 'User-agent: *\r\nDisallow: /a\r\n', false],
    ['no space, upper case and comments', 'USER-AGENT:*#all\nDISALLOW:/a#not', false],
    ['rules before any agent', 'Disallow: /a\nUser-agent: *\nDisallow: /b', true],
    ['a longer rule that allows', 'User-agent: *\nAllow: /a\nDisallow: /', true],
    ['a rule of equal length that allows', 'User-agent: *\nDisallow: /a\nAllow: /a', true],
    ['the page of an error', '<!doctype html><title>Not found: /a</title>', true],
  ])('with %s is read', (_, text, expected) => {
    expect(rules(text).isAllowed('https://a.example/a')).toBe(expected);
  });

  it('limits delays', () => {
    expect(rules('User-agent: *\nCrawl-delay: 86400').delayMs).toBe(60_000);
    expect(rules('User-agent: *\nCrawl-delay: -1').delayMs).toBe(0);
  });

  it('is without its last line if it was cut off', () => {
    const lines = 'User-agent: *\nDisallow: /a\n';
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect(robotsText(Buffer.from('\ufeffUser-agent: *', encoding))).toBe('User-agent: *');
    const cut = `${lines}# ${'x'.repeat(MAX_ROBOTS_BYTES - lines.length - 14)}\nDisallow: /`;
    expect(cut).toHaveLength(MAX_ROBOTS_BYTES);
    expect(rules(robotsText(Buffer.from(cut))).isAllowed('https://a.example/b')).toBe(true);
    expect(rules(robotsText(Buffer.from(cut))).isAllowed('https://a.example/a')).toBe(false);
  });

  it('needs at most two seconds of CPU time if it is hostile', () => {
    const hostile = rules(`User-agent: *\n${`Disallow: /${'*a'.repeat(140)}\n`.repeat(1800)}`);
    const start = process.threadCpuUsage();
    hostile.isAllowed(`https://a.example/${'a'.repeat(1900)}b`);
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(2);
    expect(rules('<!doctype html><p>Not found').isAllowed('https://a.example/')).toBe(true);
  });
});
