import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs in a child process that has exhausted its file descriptors. */
const program = `
import { closeSync, openSync } from 'node:fs';
const { languageDetector } = await import(${JSON.stringify(new URL('./language-detector.ts', import.meta.url))});
const taken = [];
try { for (;;) taken.push(openSync('/dev/null')); } catch {}
const first = await languageDetector().then(() => 'loaded', (error) => error.name);
for (const file of taken) closeSync(file);
const detect = await languageDetector();
console.log(first, detect('The quick brown fox jumps over the lazy dog'));
`;

test('loads the detector again after a load failed for lack of file descriptors', () => {
  const { stdout, stderr } = spawnSync(
    'sh',
    [
      '-c',
      'ulimit -n 100; exec "$0" --input-type=module --disable-warning=ExperimentalWarning',
      process.execPath,
    ],
    { input: program, encoding: 'utf8' },
  );
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^Error en\n$/), '']);
});
