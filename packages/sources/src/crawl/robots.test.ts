import { describe, expect, it } from 'vitest';
import { MAX_ROBOTS_BYTES, robotsRules, robotsText } from './robots.ts';

const rules = (text: string) => robotsRules('https://a.example/robots.txt', text);

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

  it('limits delays', () => {
    expect(rules('User-agent: *\nCrawl-delay: 86400').delayMs).toBe(60_000);
    expect(rules('User-agent: *\nCrawl-delay: -1').delayMs).toBe(0);
  });

  it('is without its last line if it was cut off', () => {
    const lines = 'User-agent: *\nDisallow: /a\n';
    expect(robotsText(Buffer.from('\ufeffUser-agent: *'))).toBe('User-agent: *');
    const cut = `${lines}# ${'x'.repeat(MAX_ROBOTS_BYTES - lines.length - 14)}\nDisallow: /`;
    expect(cut).toHaveLength(MAX_ROBOTS_BYTES);
    expect(rules(robotsText(Buffer.from(cut))).isAllowed('https://a.example/b')).toBe(true);
    expect(rules(robotsText(Buffer.from(cut))).isAllowed('https://a.example/a')).toBe(false);
  });

  it('needs at most two seconds of CPU time if it is hostile', () => {
    const hostile = rules(`User-agent: *\n${`Disallow: /${'*a'.repeat(140)}\n`.repeat(5000)}`);
    const start = process.threadCpuUsage();
    hostile.isAllowed(`https://a.example/${'a'.repeat(1900)}b`);
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(2);
    expect(rules('<!doctype html><p>Not found').isAllowed('https://a.example/')).toBe(true);
  });
});
