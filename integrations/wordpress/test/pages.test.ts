/** Pages in a browser: the block in the editor, the search on a page, and the replaced search of the theme. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, openBrowser, resultsHeading } from '../../../test/support/visitor.ts';
import { connected, SPACE } from './harness/connected.ts';
import { browse, signIn } from './harness/people.ts';
import { versions } from './harness/tools.ts';

const content = (await readFile(join(import.meta.dirname, 'fixtures/content.php'), 'utf8')).replace(
  '<?php',
  '',
);

/** Whether the focus is in an input, also inside shadow roots. */
const isInBox = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element?.localName === 'input' && Boolean(document.activeElement.closest('semantic-search'));
})()`;

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version, {
    standIns: ['strict-policy.php', 'stand-ins.php', 'classic-editor.php'],
    constants: "define( 'SAVEQUERIES', true );",
  });
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    browser = await openBrowser();
    await own.site.php(content, { environment: { COUNT: '60' } });
    await own.site.php('semantic_search_work( 60 );');
    const fitting = await own.service.call('GET', `/api/configurations/default?searchSpace=${SPACE}`);
    const { filter } = fitting.body.config!;
    await own.service.call('PUT', `/api/configurations/${own.configuration}`, {
      body: { config: { filter } },
    });
  });
  afterAll(() => browser.close());

  it('the block is inserted and published in the editor, and valid after a reload', async () => {
    const person = await signIn(own.site, 'administrator');
    const { page, context, requests } = await browse(browser, own.site, person);
    await page.goto(`${own.site.url}/wp-admin/post-new.php?post_type=page`);
    await page.waitForFunction(
      "window.wp?.blocks?.getBlockType?.('semantic-search/search') && wp.data.select('core/editor').getCurrentPostId()",
    );
    await page.evaluate(`
      wp.data.dispatch('core/editor').editPost({ title: 'Find' });
      wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('semantic-search/search', { align: 'wide', heading: 'Find "all" & more' }));`);
    const canvas =
      (await page.locator('iframe[name="editor-canvas"]').count()) > 0
        ? page.frameLocator('iframe[name="editor-canvas"]')
        : page;
    await canvas.getByText('Visitors see the search here.').waitFor();
    await page.locator('.editor-post-publish-panel__toggle').click();
    await page.locator('.editor-post-publish-panel .editor-post-publish-button').click();
    await page.waitForFunction(
      "wp.data.select('core/editor').isCurrentPostPublished() && !wp.data.select('core/editor').isSavingPost()",
    );
    address = (await page.evaluate("wp.data.select('core/editor').getPermalink()")) as string;
    await page.reload();
    await page.waitForFunction("window.wp?.data?.select('core/block-editor')?.getBlocks().length");
    expect(
      await page.evaluate(
        "wp.data.select('core/block-editor').getBlocks().map(({ name, isValid }) => [name, isValid])",
      ),
    ).toEqual([['semantic-search/search', true]]);
    const hosts = new Set(requests.filter((url) => url.startsWith('http')).map((url) => new URL(url).host));
    hosts.delete(new URL(own.site.url).host);
    // WordPress itself asks for pictures of its users and of its own parts.
    expect([...hosts].filter((host) => !/gravatar\.com$|\bw\.org$|wordpress\.org$/.test(host))).toEqual([]);
    await context.close();
  });

  it('visitors search on the page, by keyboard, without a frame and without other hosts', async () => {
    const { page, context, requests, errors } = await browse(
      browser,
      own.site,
      await signIn(own.site, 'visitor'),
    );
    await page.goto(address);
    await resultsHeading(page, /results/);
    expect(await page.locator('semantic-search').getAttribute('heading')).toBe('Find "all" & more');
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(isInBox)) break;
    }
    await page.keyboard.type('visible10');
    await page.keyboard.press('Enter');
    await resultsHeading(page, /^1 result/);
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('semantic-search')).outlineStyle"),
    ).toBe('none');
    const violations = await accessibilityViolations(page);
    expect(violations.filter((violation) => violation.includes('semantic-search'))).toEqual([]);
    const hosts = new Set(requests.filter((url) => url.startsWith('http')).map((url) => new URL(url).host));
    expect(
      [...hosts].filter(
        (host) => ![new URL(own.site.url).host, new URL(own.service.url).host].includes(host),
      ),
    ).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('pages without an element load nothing of the search', async () => {
    const html = await (await fetch(`${own.site.url}/hello-world/`)).text();
    expect(html).not.toContain(own.service.url);
    expect(html).not.toContain('semantic-search');
  });

  it.skipIf(version === '6.1')('the search runs under a strict content security policy', async () => {
    const { page, context, errors } = await browse(browser, own.site, await signIn(own.site, 'visitor'));
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await page.goto(`${address}?strict`);
    await resultsHeading(page, /results/);
    expect([violations, errors]).toEqual([[], []]);
    await context.close();
  });

  it('similar documents and filters appear by shortcode', async () => {
    const { page, context } = await browse(browser, own.site, await signIn(own.site, 'visitor'));
    const id = await own.site.php(
      `echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Apart', 'post_content' => '[search_facets][semantic_search heading="Apart"]' ) );`,
    );
    await page.goto(`${own.site.url}/?p=${id}`);
    await page.locator('facet-panel').getByRole('button', { name: 'Categories' }).waitFor();
    await own.site.php(
      `wp_update_post( array( 'ID' => 1, 'post_content' => '<p>Salt and pepper, text with cafe.</p>[similar_documents number="2"]' ) ); semantic_search_work( 60 );`,
    );
    await page.goto(`${own.site.url}/hello-world/`);
    await page.locator('similar-docs').getByRole('link').first().waitFor();
    expect(await page.locator('similar-docs').getAttribute('uri')).toBe(`${own.site.url}/?p=1`);
    await context.close();
  });

  it('the classic editor publishes the shortcode, and leaves a post out', async () => {
    const person = await signIn(own.site, 'administrator');
    const { page, context, errors } = await browse(browser, own.site, person);
    await page.goto(`${own.site.url}/wp-admin/post-new.php?post_type=page&classic-editor`);
    await page.locator('#title').fill('Classic');
    await page.locator('#content-html').click();
    await page.locator('#content').fill('[semantic_search heading="Classic search"]');
    await page.getByText('Waiting').or(page.getByText('No: not published')).first().waitFor();
    await page.getByLabel('Leave out of the search').check();
    // The button does nothing while WordPress saves the title of the draft.
    await page.locator('#sample-permalink').waitFor();
    await page.locator('#publish:not(.disabled)').click();
    await page.waitForURL(/[?&]message=6/);
    const id = await own.site.php(
      "echo get_posts( array( 'post_type' => 'page', 'title' => 'Classic' ) )[0]->ID;",
    );
    await page.goto(`${own.site.url}/wp-admin/post.php?post=${id}&action=edit&classic-editor`);
    await page.getByText('No: left out by hand').waitFor();
    await page.goto(`${own.site.url}/?p=${id}`);
    await resultsHeading(page, /results/);
    expect(await page.locator('semantic-search').getAttribute('heading')).toBe('Classic search');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('a dialog on all pages opens the search', async () => {
    const choose = (mode: string) =>
      own.site.php(
        `$settings = semantic_search_setting(); $settings['replace'] = '${mode}'; update_option( 'semantic_search_settings', $settings );`,
      );
    await choose('dialog');
    const { page, context } = await browse(browser, own.site, await signIn(own.site, 'visitor'));
    await page.goto(`${own.site.url}/hello-world/`);
    await page.locator('semantic-search[mode=dialog]').getByRole('button').first().click();
    await page.getByRole('dialog').locator('input[type=search]').waitFor();
    await context.close();
    await choose('');
  });

  it('searches of the theme lead to the page without a query, and its own form stays as fallback', async () => {
    await own.site.php(
      `$settings = semantic_search_setting(); $settings['replace'] = 'page'; $settings['search_page'] = url_to_postid( '${address}' ); update_option( 'semantic_search_settings', $settings );`,
    );
    const { page, context } = await browse(browser, own.site, await signIn(own.site, 'visitor'));
    await page.goto(`${own.site.url}/?s=visible10`);
    expect(page.url()).toBe(`${address}?search=visible10`);
    await resultsHeading(page, /^1 result/);
    const log = (await readFile(join(own.site.folder, 'queries.log'), 'utf8')).trim().split('\n');
    const searches = log
      .map((line) => JSON.parse(line) as { path: string; queries: string[] })
      .filter(({ path }) => path.startsWith('/?s='));
    expect(searches).toHaveLength(1);
    expect(searches[0]!.queries.filter((sql) => sql.includes('LIKE'))).toEqual([]);
    const feed = await fetch(`${own.site.url}/?s=visible10&feed=rss2`, { redirect: 'manual' });
    expect([feed.status, (await feed.text()).includes('visible10')]).toEqual([200, true]);
    const rest = await (await fetch(`${own.site.url}/wp-json/wp/v2/search?search=visible10`)).json();
    expect(rest).toHaveLength(1);
    const theme = await fetch(`${own.site.url}/?s=visible10&wp-search=1`, { redirect: 'manual' });
    expect([theme.status, (await theme.text()).includes('search-results')]).toEqual([200, true]);
    await page.route(`${own.service.url}/**`, (route) => route.abort());
    await page.goto(`${own.site.url}/?s=visible10`);
    expect(await page.locator('.semantic-search-fallback input[type=search]').inputValue()).toBe('visible10');
    await page.locator('.semantic-search-fallback button').click();
    await page.waitForURL(/wp-search=1/);
    expect(await page.locator('body').getAttribute('class')).toContain('search-results');
    expect(await own.site.log()).toEqual([]);
    await context.close();
  });

  it('in a theme without blocks, the search is in a widget, and the search form leads to the page', async () => {
    const theme = join(import.meta.dirname, 'fixtures/old-theme');
    await cp(theme, join(own.site.folder, 'wp-content/themes/old'), { recursive: true });
    await own.site.php(`switch_theme( 'old' );
      update_option( 'widget_block', array( 2 => array( 'content' => '<!-- wp:semantic-search/search {"heading":"Beside"} /-->' ), '_multiwidget' => 1 ) );
      update_option( 'sidebars_widgets', array( 'side' => array( 'block-2' ), 'array_version' => 3 ) );`);
    const { page, context, errors } = await browse(browser, own.site, await signIn(own.site, 'visitor'));
    await page.goto(`${own.site.url}/hello-world/`);
    await resultsHeading(page, /results/);
    expect(await page.locator('semantic-search').last().getAttribute('heading')).toBe('Beside');
    await page.locator('form[role=search] input[name=s]').first().fill('visible10 & more');
    await page.locator('form[role=search] [type=submit]').first().click();
    await page.waitForURL(`${address}?search=visible10%20%26%20more`);
    expect(errors).toEqual([]);
    expect(await own.site.log()).toEqual([]);
    await context.close();
  });
});
