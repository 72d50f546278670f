import { describe, expect, it } from 'vitest';
import { hostilePages } from '../../test/hostile-pages.fixture.ts';
import { extractPage } from './extract-page.ts';

const LENGTH = 100_000;
const GROWTH = 4;
/** Linear growth with the noise of garbage collection; quadratic growth is 16 times. */
const MAX_GROWTH = 9;
/** Shorter times are within the noise. */
const MIN_MS = 150;

/** Of the processor, so that other processes do not count; the shorter of two. */
function milliseconds(html: string): number {
  const once = () => {
    const before = process.cpuUsage();
    extractPage(html, 'https://a.example/');
    return process.cpuUsage(before).user / 1000;
  };
  return Math.min(once(), once());
}

describe('reading a hostile page', () => {
  it.each(Object.entries(hostilePages))('takes linear time for %s', (_, write) => {
    const count = (length: number) => Math.max(1200, Math.ceil((length * 1200) / write(1200).length));
    const short = milliseconds(write(count(LENGTH)));
    const long = milliseconds(write(count(LENGTH * GROWTH)));
    expect(long).toBeLessThan(Math.max(MIN_MS, short * MAX_GROWTH));
  });
});
