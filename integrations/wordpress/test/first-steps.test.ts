/** First steps of an owner: settings, check of the connection, first run. */
import { describe, expect, it } from 'vitest';
import { openBrowser } from '../../../test/support/visitor.ts';
import { connected, cron, issueToken, listedIds, SPACE, saveSettings, stored } from './harness/connected.ts';
import { browse, signIn } from './harness/people.ts';
import { versions } from './harness/tools.ts';

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version);

  it('checks the connection and names the setting that is wrong', async () => {
    const steps = () => own.site.value<{ ok: boolean; text: string }[]>('semantic_search_check_connection()');
    expect((await steps()).map(({ ok }) => ok)).toEqual([true, true, true]);
    const wrong = async (settings: object) => {
      await saveSettings(own, settings);
      return (await steps()).filter(({ ok }) => !ok).map(({ text }) => text);
    };
    expect(await wrong({ space: 'other' })).toEqual([
      `The secret token is for the search space ${SPACE}, not for other.`,
      `The configuration ${own.configuration} searches the search space ${SPACE}.`,
    ]);
    expect(await wrong({ publishable: own.secret })).toEqual([expect.stringContaining('is an access token')]);
    expect(await wrong({ configuration: 99 })).toEqual([
      'The publishable token is not for the configuration 99.',
    ]);
    expect(await wrong({ endpoint: 'http://127.0.0.1:9' })).toEqual([
      expect.stringContaining('does not respond'),
    ]);
    expect(await wrong({ endpoint: 'http://192.0.2.1' })).toEqual([
      expect.stringContaining('WP_ACCESSIBLE_HOSTS'),
    ]);
    expect(await wrong({ endpoint: own.site.url })).not.toEqual([]);
    const elsewhere = await issueToken(own.service, {
      name: 'x',
      configurations: [own.configuration],
      origins: ['https://example.org'],
    });
    expect(await wrong({ publishable: elsewhere })).toEqual([
      `The publishable token works on https://example.org, not on ${own.site.url}.`,
    ]);
    expect(await wrong({})).toEqual([]);
  });

  it('the form of the settings saves all, and its buttons check and send', async () => {
    await own.site.php(
      "delete_option( 'semantic_search_settings' ); update_option( 'semantic_search_token', array() ); delete_option( 'semantic_search_run' );",
    );
    const browser = await openBrowser();
    const { page, errors } = await browse(browser, own.site, await signIn(own.site, 'administrator'));
    await page.goto(`${own.site.url}/wp-admin/options-general.php?page=semantic-search`);
    await page.getByText('Nothing is sent until address, search space and secret token are saved.').waitFor();
    await page.getByLabel('Address of the service').fill(`${own.service.url}/`);
    await page.getByLabel('Secret token').fill(own.secret);
    await page.getByLabel('Search space').fill(SPACE);
    await page.getByLabel('Configuration', { exact: true }).fill(`${own.configuration}`);
    await page.getByLabel('Publishable token').fill(own.publishable);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('A token is saved. Leave the field empty to keep it.').waitFor();
    expect(await page.getByLabel('Secret token').inputValue()).toBe('');
    await page.getByText('Everything is being sent: 0 posts so far.').waitFor();
    // A click before the script has loaded does nothing.
    await page.waitForLoadState();
    await page.getByRole('button', { name: 'Check connection' }).click();
    await page
      .getByText(`Pages of this site can search with the configuration ${own.configuration} until `)
      .waitFor();
    expect(await page.locator('[data-semantic-search-steps]').textContent()).not.toContain('✗');
    // A second save keeps the token, and does not send everything again.
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Settings saved.').waitFor();
    expect(await own.site.php('echo semantic_search_token();')).toBe(own.secret);
    expect(errors).toEqual([]);
    await browser.close();
  });

  it('sends the posts with the first run of cron', async () => {
    await cron(own.site);
    const ids = await listedIds(own.service);
    expect(ids).toEqual([`${own.site.url}/?p=1`, `${own.site.url}/?p=2`]);
    expect(await stored(own.service, ids[0]!)).toMatchObject({
      title: 'Hello world!',
      type: 'Post',
      language: 'en-US',
    });
    expect(await own.site.log()).toEqual([]);
  });

  it('the box of the editor shows the state of a post, and sends it again', async () => {
    const browser = await openBrowser();
    const { page, errors } = await browse(browser, own.site, await signIn(own.site, 'administrator'));
    await page.goto(`${own.site.url}/wp-admin/edit.php`);
    expect(await page.locator('td.semantic_search').allTextContents()).toEqual(['Yes']);
    await page.goto(`${own.site.url}/wp-admin/post.php?post=1&action=edit`);
    const state = page.locator('[data-semantic-search-post]');
    await expect.poll(() => state.textContent(), { timeout: 30_000 }).toBe('Yes');
    await page.locator('[data-semantic-search-send]').dispatchEvent('click');
    await expect.poll(() => state.textContent(), { timeout: 30_000 }).toBe('Waiting');
    await page.locator('[name=semantic_search_excluded]').dispatchEvent('click');
    await page.waitForFunction("wp.data.select('core/editor').getCurrentPostId()");
    await page.evaluate(
      "wp.data.dispatch('core/editor').editPost({ title: 'Left out' }); wp.data.dispatch('core/editor').savePost();",
    );
    await expect
      .poll(() => own.site.php("echo get_post_meta( 1, '_semantic_search_excluded', true );"), {
        timeout: 30_000,
      })
      .toBe('1');
    await cron(own.site);
    expect(await listedIds(own.service)).toEqual([`${own.site.url}/?p=2`]);
    expect(errors).toEqual([]);
    await browser.close();
  });
});
