import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { embedSnippet } from './embed-snippet.ts';

const parts = { configuration: 7, token: 'a.b.c', script: 'https://search.example.org/widget.js' };

test('the snippet pins the script by its integrity value', () => {
  expect(embedSnippet({ ...parts, integrity: 'sha384-abc+/=' })).toContain(
    '<script type="module" src="https://search.example.org/widget.js" integrity="sha384-abc+/=" crossorigin></script>\n' +
      '<semantic-search configuration="7" token="a.b.c"></semantic-search>',
  );
});

test('the snippet reserves the height of the page for the time that its script needs', () => {
  expect(embedSnippet({ ...parts, integrity: null })).toMatch(
    /^<style>:is\(semantic-search, facet-panel\):not\(:defined\) \{ display: block; animation: search-loads 6s \} @keyframes search-loads \{ .*min\(100vh, 80rem\) \} \}<\/style>\n<script /,
  );
});

test('README and manual show the lines of the snippet', async () => {
  const line = embedSnippet({ ...parts, integrity: null }).split('\n')[0];
  for (const page of ['README.md', 'packages/widgets/README.md', 'docs/src/content/docs/how-to/embed.md'])
    expect(await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8'), page).toContain(line);
});

test('the snippet without an integrity value loads the current script', () => {
  expect(embedSnippet({ ...parts, integrity: null })).toContain(
    'src="https://search.example.org/widget.js"></script>',
  );
});

test('values cannot end their attribute', () => {
  const hostile = embedSnippet({ ...parts, token: '"><b>&', integrity: null });
  expect(hostile).toContain('token="&quot;><b>&amp;"');
});
