import { expect, test } from 'vitest';
import { embedSnippet } from './embed-snippet.ts';

const parts = { configuration: 7, token: 'a.b.c', script: 'https://search.example.org/widget.js' };

test('the snippet pins the script by its integrity value', () => {
  expect(embedSnippet({ ...parts, integrity: 'sha384-abc+/=' })).toContain(
    '<script type="module" src="https://search.example.org/widget.js" integrity="sha384-abc+/=" crossorigin></script>\n' +
      '<semantic-search configuration="7" token="a.b.c"></semantic-search>',
  );
});

test('the snippet reserves the height of the page before its script has loaded', () => {
  expect(embedSnippet({ ...parts, integrity: null })).toMatch(
    /^<style>semantic-search:not\(:defined\) \{ .*min-block-size: min\(100vh, 80rem\) \}<\/style>\n<script /,
  );
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
