import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countedAttempts } from './counted-attempts.ts';

test('work that did not end twice is left out with a warning until it is no longer due', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attempts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const warnings: string[] = [];
  let runs = 0;
  const due = () => true;
  /** As after a restart of the process. */
  const attempt = (isDue: () => boolean, work: () => Promise<void>) =>
    countedAttempts(folder, (message) => warnings.push(message)).attempt(isDue, work);
  const dies = async () => {
    runs++;
    throw new Error('out of memory');
  };
  for (let i = 0; i < 2; i++) await expect(attempt(due, dies)).rejects.toThrow('out of memory');
  await attempt(due, dies);
  expect(runs).toBe(2);
  expect(warnings).toEqual([expect.stringMatching(/keep their concepts/)]);
  await attempt(() => false, dies);
  await attempt(due, async () => void runs++);
  await attempt(due, async () => void runs++);
  expect(runs).toBe(4);
});
