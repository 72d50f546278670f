/** The how-to for WordPress, step by step, as an owner follows it: from the installation to the first search. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root, type Service, semanticSearch } from '../../../../test/support/service.ts';
import { resultsHeading } from '../../../../test/support/visitor.ts';
import { buildPackage } from '../../build.ts';
import type { Site } from './site.ts';

export const howTo = join(root, 'docs/src/content/docs/how-to/wordpress.md');

export interface Journey {
  site: Site;
  service: Service;
  /** The browser of an administrator. */
  page: Page;
  /** For the package of the plug-in. */
  folder: string;
  /** Called at the steps that the how-to shows in pictures. */
  show?: (name: string, page: Page) => Promise<unknown>;
}

/** Posts of a site about plants: 20 plants with ten topics each, in a tree of categories and with tags. */
export const plants = `wp_set_current_user( 1 ); wp_defer_term_counting( true );
  $topics = array( 'in spring', 'in summer', 'in autumn', 'in winter', 'and its seeds', 'and its roots', 'and its visitors', 'as a remedy', 'in old stories', 'in the garden' );
  $kinds = array( 'Trees' => array( 'Oak', 'Birch', 'Linden', 'Rowan', 'Willow' ), 'Shrubs' => array( 'Hazel', 'Elder', 'Dogwood', 'Hawthorn', 'Blackthorn' ), 'Herbs' => array( 'Yarrow', 'Mint', 'Chamomile', 'Thyme', 'Sage' ), 'Grasses' => array( 'Sedge', 'Fescue', 'Reed', 'Rush', 'Oat grass' ) );
  $top = wp_insert_term( 'Plants', 'category' )['term_id'];
  foreach ( $kinds as $kind => $names ) {
    $category = wp_insert_term( $kind, 'category', array( 'parent' => $top ) )['term_id'];
    foreach ( $names as $name ) {
      foreach ( $topics as $number => $topic ) {
        $text = "<!-- wp:paragraph --><p>What we saw of $name $topic: notes from our walks along the meadow and the edge of the forest.</p><!-- /wp:paragraph -->";
        wp_insert_post( array( 'post_status' => 'publish', 'post_title' => "$name $topic", 'post_content' => $text, 'post_category' => array( $category ), 'tags_input' => array( $number < 4 ? 'seasons' : 'knowledge' ) ) );
      }
    }
  }`;

/** Runs the command of the how-to that begins like this, for this site. */
async function runOfHowTo(beginning: string, { site, service }: Journey): Promise<string> {
  const commands = [...(await readFile(howTo, 'utf8')).matchAll(/^semantic-search (.+)$/gm)];
  const command = commands.find(([, words]) => words!.startsWith(beginning))![1]!;
  const words = [...command.replace('https://www.example.org', site.url).matchAll(/"([^"]*)"|\S+/g)];
  const environment = { DATA_DIR: service.directory };
  const { code, output, errors } = await semanticSearch(
    words.map(([word, quoted]) => quoted ?? word),
    environment,
  );
  if (code !== 0) throw new Error(errors);
  return output;
}

export async function installPlugin({ site, page, folder, show }: Journey): Promise<void> {
  await page.goto(`${site.url}/wp-admin/plugin-install.php?tab=upload`);
  await page.locator('#pluginzip').setInputFiles(buildPackage(folder));
  await show?.('install', page);
  await page.getByRole('button', { name: 'Install Now' }).click();
  await page.getByRole('link', { name: 'Activate Plugin' }).click();
  await page.getByText('Plugin activated.').waitFor();
}

export async function connectSite(journey: Journey): Promise<void> {
  const { site, service, page, show } = journey;
  const secret = /^\S{40,}$/m.exec(await runOfHowTo('token', journey))![0];
  await page.goto(`${site.url}/wp-admin/options-general.php?page=semantic-search`);
  await page.getByLabel('Address of the service').fill(service.url);
  await page.getByLabel('Secret token').fill(secret);
  await page.getByLabel('Search space').fill('blog');
  await show?.('settings', page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  for (let visit = 0; visit < 100; visit++) {
    await page.waitForTimeout(500);
    await page.reload();
    if (await page.getByText('Everything is up to date.').isVisible()) break;
  }
  const code = await runOfHowTo('embed', journey);
  await page.getByLabel('Configuration', { exact: true }).fill(/configuration="(\d+)"/.exec(code)![1]!);
  await page.getByLabel('Publishable token').fill(/token="([^"]+)"/.exec(code)![1]!);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'Check connection' }).click();
  await page.getByText('Pages of this site can search').waitFor();
  await show?.('connection', page);
}

/** Publishes the page with the block, and returns its address. */
export async function addSearchPage({ site, page, show }: Journey): Promise<string> {
  await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
  await page.waitForFunction(
    "window.wp?.blocks?.getBlockType?.('semantic-search/search') && wp.data.select('core/editor').getCurrentPostId()",
  );
  await page.evaluate(`
    wp.data.dispatch('core/editor').editPost({ title: 'Find' });
    wp.data.dispatch('core/block-editor').insertBlocks(wp.blocks.createBlock('semantic-search/search', { align: 'wide' }));`);
  const frame = page.locator('iframe[name="editor-canvas"]');
  const canvas = (await frame.count()) > 0 ? page.frameLocator('iframe[name="editor-canvas"]') : page;
  await canvas.getByText('Visitors see the search here.').waitFor();
  await show?.('block', page);
  await page.locator('.editor-post-publish-panel__toggle').click();
  await page.locator('.editor-post-publish-panel .editor-post-publish-button').click();
  await page.waitForFunction(
    "wp.data.select('core/editor').isCurrentPostPublished() && !wp.data.select('core/editor').isSavingPost()",
  );
  return (await page.evaluate("wp.data.select('core/editor').getPermalink()")) as string;
}

/** A visitor searches on the page; returns the heading of the results. */
export async function searchOnPage(address: string, { page, show }: Journey): Promise<string> {
  await page.goto(address);
  await page.locator('semantic-search [part=input]').fill('hazel in autumn');
  await page.keyboard.press('Enter');
  const heading = await resultsHeading(page, /^\d+ result/);
  await page.locator('semantic-search').getByRole('button', { name: 'Categories' }).waitFor();
  await page.getByRole('heading', { name: 'Find' }).first().click();
  await show?.('search', page);
  return heading;
}
