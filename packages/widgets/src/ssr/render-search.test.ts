/** Tests of server-side rendering. */
import { describe, expect, test } from 'vitest';
import { startFakeService } from '../../test/support/fake-service.ts';
import { renderSearch, type SearchToRender } from './render-search.ts';

const seen: string[] = [];
const service = startFakeService((_path, _request, { authorization }) => {
  seen.push(authorization ?? '');
  return undefined;
});

const rendered = (options: Partial<SearchToRender> = {}) =>
  renderSearch({ ...service, configuration: 7, address: 'https://site.example/find', ...options });

describe('a server-rendered search', () => {
  test('is one element with a declarative shadow root that contains search box and results', async () => {
    const markup = await rendered({ attributes: { id: 'shelf', 'no-actions': true } });
    expect(markup).toMatch(
      /^<semantic-search configuration="7" token="t" endpoint="[^"]+" id="shelf" no-actions><template shadowrootmode="open">/,
    );
    expect(markup).toMatch(
      /<\/template><style>@property --unit\{[^<]+"<length>"[^<]+<\/style><\/semantic-search>$/,
    );
    expect(markup).toContain('Library of Economics');
    expect(markup).toContain('42 results');
    expect(markup.match(/data-document=/g)).toHaveLength(10);
    expect(markup).toMatch(/<input\s+id="input" name="shelf"/);
    expect(markup).toMatch(/href="\/find\?shelf\.start=10"/);
    expect(markup.split('<template').length).toBe(markup.split('</template>').length);
  });

  test('applies attributes over the configuration', async () => {
    const attributes = {
      heading: 'Our papers',
      'items-per-page': 4,
      'title-action': 'link',
      'no-tags': true,
    };
    const markup = await rendered({ attributes });
    expect(markup).toContain('>Our papers</h2>');
    expect(markup).toMatch(/href="\/find\?search\.start=4"/);
    expect(markup).toContain('href="https://example.org/read/1"');
    expect(markup).not.toContain('part="tag"');
  });

  test('reads attributes like the element in the browser', async () => {
    const attributes = { 'no-actions': '', 'url-key': '', id: 'shelf', 'heading-level': 1 };
    const markup = await rendered({ attributes });
    expect(markup).not.toContain('Share and export');
    expect(markup).toContain('name="shelf"');
    expect(markup).toMatch(/part="title" aria-level="?1/);
  });

  test.each([9, 'x', true])('ignores the invalid heading level %s', async (level) => {
    const markup = await rendered({ attributes: { 'heading-level': level } });
    expect(markup).toMatch(/part="title" aria-level="?2/);
  });

  test('renders the query in the URL of the page and links to documents', async () => {
    const markup = await rendered({ address: '/find?lang=en&search=tariffs' });
    expect(markup).toContain('value="tariffs"');
    expect(markup).toContain('href="/find?lang=en&amp;search=tariffs&amp;search.document=');
  });

  test('sets the nonce on all style elements and uses no style attributes', async () => {
    const markup = await rendered({ nonce: 'abc' });
    expect(markup.match(/<style/g)).toEqual(markup.match(/<style(?= nonce="abc">)/g));
    expect(markup).not.toMatch(/<[^>]+\sstyle=/);
  });

  test('is in the language of the page', async () => {
    expect(await rendered({ language: 'de' })).toContain('42 Treffer');
  });

  test('sends the server token and does not include it in the markup', async () => {
    seen.length = 0;
    const markup = await rendered({ serverToken: 'secret' });
    expect(new Set(seen)).toEqual(new Set(['Bearer secret']));
    expect(markup).not.toContain('secret');
  });

  test('escapes attribute values and rejects invalid attribute names', async () => {
    expect(await rendered({ attributes: { id: '"><script>' } })).not.toContain('<script>');
    await expect(rendered({ attributes: { 'x onclick': 1 } })).rejects.toThrow('x onclick');
  });

  test('is the element without content if the service does not respond', async () => {
    expect(await rendered({ endpoint: 'http://127.0.0.1:9' })).toBe(
      '<semantic-search configuration="7" token="t" endpoint="http://127.0.0.1:9"></semantic-search>',
    );
  });
});
