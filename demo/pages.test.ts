/** Pages of the museum: listed, without dead links, compliant with a strict content security policy. */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const folder = new URL('pages/', import.meta.url);
const files = await readdir(folder);
const pages = await Promise.all(
  files
    .filter((name) => name.endsWith('.html'))
    .map(async (name) => ({ name, html: await readFile(new URL(name, folder), 'utf8') })),
);

describe('the pages', () => {
  test.each(pages)('$name has neither inline script nor inline style', ({ html }) => {
    expect(html.match(/<script(?![^>]* src="\/)/g)).toBeNull();
    expect(html.match(/<style|\sstyle=|\son\w+=|javascript:/gi)).toBeNull();
  });

  test.each(pages)('$name links only to what the server has', ({ html }) => {
    const targets = [...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, target]) => target!);
    const known = ['/demo/', '/widget.js', ...files.map((name) => `/demo/${name}`)];
    expect(targets.filter((target) => !known.includes(target))).toEqual([]);
  });

  test.each(pages)('$name declares its language and has one script if it has elements', ({ name, html }) => {
    expect(html).toMatch(/<html lang="(en|de|ar)"/);
    const elements = html.match(/<(semantic-search|similar-docs)\b/g) ?? [];
    const scripts = html.match(/src="\/widget\.js"/g) ?? [];
    expect(scripts.length).toBe(elements.length > 0 ? 1 : 0);
    expect(elements.length > 0).toBe(name !== 'index.html');
  });

  test.each(pages)(
    'every element of $name that calls the service has a configuration and a token',
    ({ html }) => {
      for (const [element] of html.matchAll(/<(?:semantic-search|similar-docs)\b[^>]*>/g)) {
        expect(element).toMatch(/configuration="__(OTHER_|THIRD_)?CONFIGURATION__"/);
        expect(element).toContain('token="__TOKEN__"');
      }
    },
  );

  test('are all listed on the first one, and one of them is read from right to left', () => {
    const index = pages.find(({ name }) => name === 'index.html')!.html;
    for (const { name } of pages) {
      if (name !== 'index.html') expect(index).toContain(`href="/demo/${name}"`);
    }
    expect(pages.filter(({ html }) => html.includes('<html lang="ar" dir="rtl">'))).toHaveLength(1);
  });
});
