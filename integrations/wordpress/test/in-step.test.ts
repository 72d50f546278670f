/** Documents and visible posts are the same set: after the first run, and after every kind of change. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Connected, connected, cron, listedIds, saveSettings, stored } from './harness/connected.ts';
import { versions } from './harness/tools.ts';
import { visibleIds } from './harness/visitors.ts';

const content = (await readFile(join(import.meta.dirname, 'fixtures/content.php'), 'utf8')).replace(
  '<?php',
  '',
);
/** The newest version that is always there has the large site; the others show that they behave alike. */
const LARGE = '6.8';

/** Runs cron until nothing is left, but not longer than the minutes in which a site with visitors would. */
async function settle({ site }: Connected): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await cron(site);
    const { waiting, run } = await site.value<{ waiting: number; run: number | null }>(
      'semantic_search_rest_status()',
    );
    if (waiting === 0 && run === null) return;
  }
  throw new Error(await site.php("$status = semantic_search_rest_status(); echo $status['text'];"));
}

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version, { standIns: ['stand-ins.php'] });
  const count = version === LARGE ? 300 : 60;

  beforeAll(async () => {
    await saveSettings(own, { post_types: ['post', 'page', 'event'], fields: ['spoken'] });
    await own.site.php(content, { environment: { COUNT: `${count}` } });
    await settle(own);
  }, 300_000);

  it(`has the documents that visitors can open, of ${count} posts`, async () => {
    const ids = await listedIds(own.service);
    expect(ids).toEqual(await visibleIds(own.site));
    expect(ids.length).toBeGreaterThan(count / 6);
    expect(await own.site.log()).toEqual([]);
  }, 600_000);

  it('has texts without markup, scripts, styles, switched-off shortcodes and own elements', async () => {
    const ids = await listedIds(own.service);
    const documents = await Promise.all(ids.slice(0, 60).map((id) => stored(own.service, id)));
    for (const document of documents) {
      const text = JSON.stringify(document);
      expect(text).not.toMatch(/<|&amp;|wp:|scripted|styled|gone_gallery|semantic-search|commented|hidden/);
      if (document.title.startsWith('Title')) {
        expect(document.title).toMatch(/^Title \d+ of A & B today$/);
        expect(document.text).toMatch(
          /Salt & pepper \d+[\s\S]*visible\d+ with café[\s\S]*First \d+[\s\S]*Reused words[\s\S]*Greeting of Ada[\s\S]*Second page/,
        );
      }
    }
    expect(documents.some(({ description }) => /^Excerpt \d+ & more$/.test(description ?? ''))).toBe(true);
  });

  it('has all languages', async () => {
    const ids = await listedIds(own.service);
    const languages = new Map<string, number>();
    for (const id of ids.slice(0, 60)) {
      const { language = '', spoken } = await stored(own.service, id);
      expect(language).toBe(spoken ? 'de' : 'en');
      languages.set(language, (languages.get(language) ?? 0) + 1);
    }
    expect([...languages.keys()].sort()).toEqual(['de', 'en']);
  });

  it('has the languages of WPML as well', async () => {
    await writeFile(join(own.site.folder, 'wp-content/mu-plugins/wpml'), '');
    await own.site.php('semantic_search_start_run( false );');
    await settle(own);
    const ids = await listedIds(own.service);
    for (const id of ids.slice(0, 60)) {
      const { language, spoken } = await stored(own.service, id);
      expect(language).toBe(spoken ? 'de-CH' : 'en-GB');
    }
  });

  it('has the categories as a tree of concepts, and tags as values', async () => {
    const { body } = await own.service.call('GET', '/api/spaces');
    const [space] = body.spaces as unknown as {
      facets: { label: string; kind: string; hierarchical: boolean }[];
    }[];
    expect(space!.facets).toContainEqual(
      expect.objectContaining({ label: 'Categories', kind: 'concept', hierarchical: true }),
    );
    expect(space!.facets).toContainEqual(expect.objectContaining({ label: 'tags', kind: 'literal' }));
  });
});
