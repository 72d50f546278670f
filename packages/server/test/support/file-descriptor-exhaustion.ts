/** Server process that exhausts its file descriptors, and frees them, on messages of its parent. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openContent } from '../../src/open-content.ts';
import { startForTest } from './server.ts';

const directory = process.argv[2]!;
const backends = join(directory, 'backends.json');
// Nothing listens there.
const nowhere = 'http://127.0.0.1:9';
const spaces = {
  cluster: { backend: 'opensearch', nodes: [nowhere], index: 'zoo' },
  service: { backend: 'graphsearch', url: nowhere, searchSpaceId: 'zoo' },
};
writeFileSync(backends, JSON.stringify({ spaces }));
const { url, token } = await startForTest(directory, { BACKENDS_FILE: backends }, openContent);
const opened: number[] = [];

function openAll(): void {
  try {
    for (;;) opened.push(openSync('/dev/null', 'r'));
  } catch {
    // The limit is reached.
  }
}

process.on('message', (command: 'short' | 'enough') => {
  if (command === 'short') openAll();
  else for (const each of opened.splice(0)) closeSync(each);
  process.send!('done');
});
process.on('disconnect', () => process.exit());
process.send!({ url, token });
