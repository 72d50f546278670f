import { afterEach, describe, expect, it } from 'vitest';
import { type IsolatedProcess, isolatedProcess } from '../isolation/isolated-process.ts';
import { extractPage } from './extract-page.ts';
import { readPage } from './read-page.ts';

let isolated: IsolatedProcess | undefined;
afterEach(() => isolated?.close());

const address = 'https://example.org/page';
const article = '<h2 id="a">Otters</h2><p>Some <b>words</b> about them.</p>';

describe('reading a page', () => {
  it.each([
    ['small', 1],
    ['large', 5000],
  ])('returns the document of a %s page', async (_, count) => {
    isolated = isolatedProcess();
    const html = `<title>Otters</title><main>${article.repeat(count)}</main>`;
    const page = await readPage(isolated, { html, address });
    expect(page).toEqual(extractPage(html, address));
    expect(page.document.sections.length).toBeGreaterThan(0);
  });

  it('decodes bytes', async () => {
    isolated = isolatedProcess();
    const html = Uint8Array.of(0x3c, 0x70, 0x3e, 0xe4);
    const page = await readPage(isolated, { html, contentType: 'text/html; charset=latin1', address });
    expect(page.document.text).toBe('ä');
  });

  it('recognizes XHTML that a server sends as HTML', async () => {
    isolated = isolatedProcess();
    const html = '<?xml version="1.0"?><html><script src="a.js"/><body><p>Otters</p></body></html>';
    const page = await readPage(isolated, { html, contentType: 'text/html', address });
    expect(page.document.text).toBe('Otters');
  });

  it('reports a page that takes too long', async () => {
    isolated = isolatedProcess({ deadlineMs: 1 });
    await expect(readPage(isolated, { html: article, address })).rejects.toThrow(
      'The page cannot be read: it takes longer than 0.001 seconds',
    );
  });
});
