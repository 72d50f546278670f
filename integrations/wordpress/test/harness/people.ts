/** People of the site: visitors, and users of each role who are signed in. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Site } from './site.ts';

export const roles = ['visitor', 'subscriber', 'author', 'editor', 'administrator'] as const;
export type Role = (typeof roles)[number];

interface Cookie {
  name: string;
  value: string;
}

export interface Person {
  cookies: Cookie[];
  /** For requests to the REST API; empty for visitors. */
  nonce: string;
  id: number;
}

/** Signs in without the form of WordPress, whose script moves the focus. */
export async function signIn(site: Site, role: Role): Promise<Person> {
  if (role === 'visitor') return { cookies: [], nonce: '', id: 0 };
  return JSON.parse(
    await site.php(`$user = get_user_by( 'login', '${role}' );
      $id = '${role}' === 'administrator' ? 1 : ( $user ? $user->ID : wp_insert_user( array( 'user_login' => '${role}', 'user_pass' => wp_generate_password(), 'role' => '${role}', 'user_email' => '${role}@example.org' ) ) );
      $end = time() + 3600;
      $token = WP_Session_Tokens::get_instance( $id )->create( $end );
      $cookies = array();
      foreach ( array( AUTH_COOKIE => 'auth', LOGGED_IN_COOKIE => 'logged_in' ) as $name => $scheme ) {
        $cookies[] = array( 'name' => $name, 'value' => wp_generate_auth_cookie( $id, $end, $scheme, $token ) );
        $_COOKIE[ $name ] = end( $cookies )['value'];
      }
      wp_set_current_user( $id );
      echo wp_json_encode( array( 'id' => $id, 'cookies' => $cookies, 'nonce' => wp_create_nonce( 'wp_rest' ) ) );`),
  ) as Person;
}

export const cookieHeader = ({ cookies }: Person): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

export interface Browsing {
  page: Page;
  context: BrowserContext;
  /** Addresses that the browser asked for, also those that were refused. */
  requests: string[];
  errors: string[];
}

/** A page of a person, whose browser reaches nothing but this machine. */
export async function browse(browser: Browser, site: Site, { cookies }: Person): Promise<Browsing> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const [requests, errors] = [[] as string[], [] as string[]];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, (route) => route.abort());
  return { page, context, requests, errors };
}
