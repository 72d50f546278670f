import { expect, test } from 'vitest';
import { Frontier } from './frontier.ts';
import { crawlScope } from './scope.ts';

test('150,000 addresses are visited in their order, each in constant time', () => {
  const scope = crawlScope({});
  scope.allowHost('https://example.org/');
  const frontier = new Frontier(scope, 10);
  const addresses = Array.from({ length: 150_000 }, (_, i) => `https://example.org/${i}`);
  frontier.addLinks(
    addresses.map((address) => ({ address })),
    1,
  );
  const before = process.cpuUsage();
  const visited = addresses.map(() => frontier.shift()?.address);
  // Of the processor. Removing the first entry of a queue of this length takes seconds in sum.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  expect(visited.join('\n')).toBe(addresses.join('\n'));
  expect(frontier.shift()).toBeUndefined();
});
