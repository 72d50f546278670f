/** A server that opens files until it may open no more, and closes them, when its parent says so. */
import { closeSync, openSync } from 'node:fs';
import { openContent } from './content.ts';
import { startForTest } from './server.testing.ts';

const { url, token } = await startForTest(process.argv[2]!, {}, openContent);
const opened: number[] = [];

function openAll(): void {
  try {
    for (;;) opened.push(openSync('/dev/null', 'r'));
  } catch {
    // There are no more.
  }
}

process.on('message', (told: 'short' | 'enough') => {
  if (told === 'short') openAll();
  else for (const each of opened.splice(0)) closeSync(each);
  process.send!('done');
});
process.on('disconnect', () => process.exit());
process.send!({ url, token });
