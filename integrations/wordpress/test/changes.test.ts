/** Every kind of change reaches the search with one run of cron, also 500 random changes in a row. */
import { beforeAll, describe, expect, it } from 'vitest';
import { connected, cron, listedIds, saveSettings, stored } from './harness/connected.ts';
import { versions } from './harness/tools.ts';

/** PHP that changes the site. `$post`, `$page` and `$child` are ids; `$tag` and `$category` are terms. */
const changes: [name: string, php: string][] = [
  [
    'a new post',
    "wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'New', 'tags_input' => array( 'first' ) ) );",
  ],
  [
    'an edit',
    "wp_update_post( array( 'ID' => $post, 'post_title' => 'Edited', 'post_content' => '<p>Edited text</p>' ) );",
  ],
  ['another address', "wp_update_post( array( 'ID' => $page, 'post_name' => 'elsewhere' ) );"],
  ['unpublishing', "wp_update_post( array( 'ID' => $post, 'post_status' => 'draft' ) );"],
  ['publishing', 'wp_publish_post( $post );'],
  ['a password', "wp_update_post( array( 'ID' => $post, 'post_password' => 'secret' ) );"],
  ['no password', "wp_update_post( array( 'ID' => $post, 'post_password' => '' ) );"],
  ['the trash', 'wp_trash_post( $post );'],
  ['back from the trash', 'wp_untrash_post( $post ); wp_publish_post( $post );'],
  ['a deletion', 'wp_delete_post( $child, true );'],
  [
    'a schedule',
    "$id = wp_insert_post( array( 'post_title' => 'Scheduled', 'post_status' => 'future', 'post_date' => gmdate( 'Y-m-d H:i:s', time() + 3600 ) ) );",
  ],
  [
    'the time of a schedule',
    `$id = $wpdb->get_var( "SELECT ID FROM $wpdb->posts WHERE post_status = 'future'" ); $wpdb->query( "UPDATE $wpdb->posts SET post_date = '2024-01-01', post_date_gmt = '2024-01-01' WHERE ID = $id" ); clean_post_cache( $id ); check_and_publish_future_post( (int) $id );`,
  ],
  [
    'a bulk edit',
    "require_once ABSPATH . 'wp-admin/includes/admin.php'; bulk_edit_posts( array( 'post_type' => 'post', 'post' => array( $post, 1 ), '_status' => 'private', 'post_view' => 'list' ) );",
  ],
  [
    'a bulk edit back',
    "require_once ABSPATH . 'wp-admin/includes/admin.php'; bulk_edit_posts( array( 'post_type' => 'post', 'post' => array( $post, 1 ), '_status' => 'publish', 'post_view' => 'list' ) );",
  ],
  ['noindex', "update_post_meta( $post, '_yoast_wpseo_meta-robots-noindex', '1' );"],
  ['index', "delete_post_meta( $post, '_yoast_wpseo_meta-robots-noindex' );"],
  ['terms of a post', "wp_set_object_terms( $post, array( 'second' ), 'post_tag' );"],
  ['a renamed tag', "wp_update_term( $tag, 'post_tag', array( 'name' => 'Renamed tag' ) );"],
  ['a deleted tag', "wp_delete_term( $tag, 'post_tag' );"],
  [
    'a category merged into another',
    "$old = wp_insert_term( 'Old category', 'category' )['term_id']; wp_set_post_categories( $post, array( $old ) ); wp_delete_term( $old, 'category', array( 'default' => $category, 'force_default' => true ) );",
  ],
  ['a renamed category', "wp_update_term( $category, 'category', array( 'name' => 'Renamed category' ) );"],
  ['the name of the author', "wp_update_user( array( 'ID' => 1, 'display_name' => 'Ada Moss' ) );"],
  ['a shared block', "wp_update_post( array( 'ID' => $block, 'post_content' => '<p>Shared anew</p>' ) );"],
  [
    'other addresses for all',
    "global $wp_rewrite; $wp_rewrite->set_permalink_structure( '/archive/%post_id%/' ); $wp_rewrite->flush_rules( false );",
  ],
  [
    'an import of 200',
    "for ( $i = 0; $i < 200; $i++ ) { wp_insert_post( array( 'post_status' => 'publish', 'post_title' => \"Imported $i\" ) ); }",
  ],
  ['search engines away', "update_option( 'blog_public', '0' );"],
  ['search engines back', "update_option( 'blog_public', '1' );"],
];

/** What the documents should be, from the database of the site. */
const expected = `array_map( static function ( $post ) {
  $tags = wp_get_post_terms( $post->ID, 'post_tag', array( 'fields' => 'names' ) );
  return array( 'id' => home_url( "/?p=$post->ID" ), 'title' => $post->post_title, 'link' => get_permalink( $post ), 'tags' => $tags, 'author' => get_the_author_meta( 'display_name', $post->post_author ) );
}, array_values( array_filter( get_option( 'blog_public' ) ? get_posts( array( 'post_type' => array( 'post', 'page' ), 'post_status' => 'publish', 'numberposts' => -1, 'orderby' => 'ID', 'order' => 'ASC' ) ) : array(), static fn( $post ) => '' === $post->post_password && ! get_post_meta( $post->ID, '_yoast_wpseo_meta-robots-noindex', true ) ) ) )`;

interface Expected {
  id: string;
  title: string;
  link: string;
  tags: string[];
  author: string;
}

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version, { standIns: ['ends-php.php'] });
  let variables: string;

  beforeAll(async () => {
    await saveSettings(own, { author: true });
    variables = await own.site.php(`wp_set_current_user( 1 );
      $ids = array(
        'block' => $block = wp_insert_post( array( 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_content' => '<p>Shared</p>' ) ),
        'post' => wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'Post', 'post_author' => 1, 'tags_input' => array( 'first' ), 'post_content' => "<!-- wp:block {\\"ref\\":$block} /-->" ) ),
        'page' => $page = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Page' ) ),
        'child' => wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Child', 'post_parent' => $page ) ),
        'grandchild' => wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Below', 'post_parent' => $page ) ),
        'tag' => get_term_by( 'name', 'first', 'post_tag' )->term_id,
        'category' => wp_insert_term( 'A category', 'category' )['term_id'],
      );
      foreach ( $ids as $name => $id ) { echo "\\$$name = $id; "; }`);
    await cron(own.site);
  });

  const compare = async (isComplete: boolean) => {
    const documents = await own.site.value<Expected[]>(expected);
    expect(await listedIds(own.service)).toEqual(documents.map(({ id }) => id).sort());
    for (const document of isComplete ? documents.slice(0, 12) : [])
      expect(await stored(own.service, document.id)).toMatchObject({
        title: document.title,
        link: document.link,
        author: document.author,
        ...(document.tags.length > 0 && { tags: document.tags }),
      });
  };

  it.each(changes)('%s', async (_name, php) => {
    await own.site.php(`wp_set_current_user( 1 ); ${variables} ${php}`);
    await cron(own.site);
    await compare(true);
    expect(await own.site.log()).toEqual([]);
  });

  it('concepts have the new names, and texts those of the shared block', async () => {
    const { body } = await own.service.call(
      'GET',
      `/api/configurations/${own.configuration}/suggestConcepts?searchString=renamed`,
    );
    expect(JSON.stringify(body.result)).toContain('Renamed category');
    const { post } = Object.fromEntries(
      [...variables.matchAll(/\$(\w+) = (\d+)/g)].map(([, name, id]) => [name, id]),
    );
    expect((await stored(own.service, `${own.site.url}/?p=${post}`)).text).toContain('Edited text');
  });

  it('a post that ends PHP is marked, and a full run goes on to its end', async () => {
    const before = await listedIds(own.service);
    const ids = await own.site.php(`wp_set_current_user( 1 );
      $ids = array( wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'Ends PHP', 'post_content' => '[ends_php]' ) ), wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'After it' ) ) );
      $wpdb->query( "DELETE FROM {$wpdb->prefix}semantic_search_queue" ); semantic_search_start_run( false ); echo implode( ' ', $ids );`);
    const [id, next] = ids.split(' ');
    const isDone = () =>
      own.site.value<boolean>(
        '! get_option( "semantic_search_run" ) && 0 === semantic_search_queue_length()',
      );
    let turns = 0;
    for (; turns < 10 && !(await isDone()); turns++) await own.site.php('semantic_search_work( 60 );');
    expect(turns).toBeLessThan(8);
    expect(await listedIds(own.service)).toEqual([...before, `${own.site.url}/?p=${next}`].sort());
    expect(await own.site.value(`semantic_search_post_state( get_post( ${id} ) )`)).toMatchObject({
      state: 'no',
      text: 'No, rejected: The content cannot be rendered.',
    });
    await own.site.php(`wp_delete_post( ${id}, true );`);
    await cron(own.site);
  });

  it.skipIf(version !== '6.8')('500 random changes', async () => {
    for (let round = 0; round < 10; round++) {
      await own.site.php(`wp_set_current_user( 1 ); mt_srand( ${1000 + round} );
        $ids = array_map( 'intval', $wpdb->get_col( "SELECT ID FROM $wpdb->posts WHERE post_type IN ('post','page') AND post_status <> 'auto-draft' ORDER BY ID DESC LIMIT 40" ) );
        $pick = static function ( $values ) { return $values[ mt_rand( 0, count( $values ) - 1 ) ]; };
        for ( $step = 0; $step < 50; $step++ ) {
          $id = $pick( $ids );
          switch ( mt_rand( 0, 9 ) ) {
            case 0: $ids[] = wp_insert_post( array( 'post_title' => "Random $step", 'post_type' => $pick( array( 'post', 'page' ) ), 'post_status' => $pick( array( 'publish', 'draft' ) ) ) ); break;
            case 1: wp_update_post( array( 'ID' => $id, 'post_title' => "Changed $step" ) ); break;
            case 2: wp_update_post( array( 'ID' => $id, 'post_status' => $pick( array( 'publish', 'draft', 'private', 'pending' ) ) ) ); break;
            case 3: wp_update_post( array( 'ID' => $id, 'post_password' => $pick( array( '', 'x' ) ) ) ); break;
            case 4: wp_trash_post( $id ); break;
            case 5: wp_untrash_post( $id ); break;
            case 6: update_post_meta( $id, '_yoast_wpseo_meta-robots-noindex', $pick( array( '', '1' ) ) ); break;
            case 7: wp_set_object_terms( $id, $pick( array( 'one', 'two' ) ), 'post_tag' ); break;
            case 8: wp_update_post( array( 'ID' => $id, 'post_name' => "name-$step" ) ); break;
            case 9: if ( 0 === mt_rand( 0, 4 ) ) { wp_delete_post( $id, true ); $ids = array_values( array_diff( $ids, array( $id ) ) ); } break;
          }
        }`);
      await cron(own.site);
      await compare(round === 9);
    }
  });
});
