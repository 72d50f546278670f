/** Build context of the container image: .dockerignore excludes no source. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/service.ts';

it('the image contains every file of the repository below packages', () => {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const anywhere = lines.flatMap((line) => /^\*\*\/([\w.]+)$/.exec(line)?.[1] ?? []);
  expect(anywhere).toContain('node_modules');
  const tracked = execFileSync('git', ['ls-files', 'packages'], { cwd: root, encoding: 'utf8' }).split('\n');
  const excluded = (path: string) => path.split('/').some((segment) => anywhere.includes(segment));
  expect(tracked.filter(excluded)).toEqual([]);
});
