/** What visitors can read: asked from the site itself, address by address. */
import type { Site } from './site.ts';

const CONCURRENT = 4;

/** Ids of documents whose address shows a visitor the post, without a form for a password and without `noindex`. */
export async function visibleIds(site: Site): Promise<string[]> {
  const addresses = await site.value<[string, string][]>(
    `array_map( static fn( $id ) => array( $id, get_permalink( $id ) ), $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type IN ('post','page','event','secret') AND post_status <> 'auto-draft' ORDER BY ID" ) )`,
  );
  const excluded = await site.value<string[]>(
    `array_map( 'strval', $wpdb->get_col( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = '_semantic_search_excluded' AND meta_value = '1'" ) )`,
  );
  const visible: string[] = [];
  const open = addresses.filter(([id]) => !excluded.includes(id));
  const workers = Array.from({ length: CONCURRENT }, async () => {
    for (let next = open.pop(); next; next = open.pop())
      if (await isVisible(next[1])) visible.push(`${site.url}/?p=${next[0]}`);
  });
  await Promise.all(workers);
  return visible.sort();
}

async function isVisible(address: string): Promise<boolean> {
  const response = await fetch(address);
  const html = await response.text();
  const isSingle = /<body[^>]* class="[^"]*\b(?:single|page)\b/.test(html);
  const isHidden =
    /<meta name='robots' content='[^']*noindex/.test(html) || html.includes('post-password-form');
  return response.status === 200 && isSingle && !isHidden;
}
