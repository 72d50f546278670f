import { afterEach, describe, expect, it } from 'vitest';
import { extractPage } from './extract-page.ts';
import { type PageReader, pageReader } from './page-reader.ts';

let reader: PageReader | undefined;
afterEach(() => reader?.close());

const address = 'https://example.org/page';
const article = '<h2 id="a">Otters</h2><p>Some <b>words</b> about them.</p>';

describe('the page reader', () => {
  it.each([
    ['small', 1],
    ['large', 5000],
  ])('returns the document of a %s page', async (_, count) => {
    reader = pageReader();
    const html = `<title>Otters</title><main>${article.repeat(count)}</main>`;
    const document = await reader.read({ html, address });
    expect(document).toEqual(extractPage(html, address).document);
    expect(document.sections.length).toBeGreaterThan(0);
  });

  it('does not block the event loop with 10 MB of markup', async () => {
    reader = pageReader();
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    const document = await reader.read({ html: '<li>'.repeat(2_500_000), address });
    clearInterval(timer);
    expect(document.text).toBe('');
    // The extraction takes a second; on this thread, there would be one turn before it and one after.
    expect(turns).toBeGreaterThan(5);
  });

  it('skips a page that takes too long', async () => {
    reader = pageReader({ maxDirectLength: 1000, deadlineMs: 1 });
    const html = article.repeat(20_000);
    await expect(reader.read({ html, address })).rejects.toThrow('The page cannot be read: takes longer');
    expect((await reader.read({ html: article, address })).sections).toHaveLength(1);
  });
});
