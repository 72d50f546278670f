/** Normal form of addresses, so that one page has one address (RFC 3986, section 6). */

/** Longer addresses are traps more often than pages. */
export const MAX_ADDRESS_LENGTH = 2000;

/** Parameters that identify a visit or a campaign and not a page. */
const TRACKING = new Set([
  ...[
    'gclid',
    'dclid',
    'fbclid',
    'msclkid',
    'yclid',
    'mc_cid',
    'mc_eid',
    'igshid',
    '_ga',
    '_gl',
    'pk_campaign',
  ],
  ...['phpsessid', 'jsessionid', 'sessionid', 'sid', 'aspsessionid', 'cfid', 'cftoken', 'replytocom'],
]);
const INDEX_FILES = ['/index.html', '/index.htm', '/index.php', '/default.htm'];

/** Without fragment, tracking parameters and credentials; parameters sorted. Null if it is no page's address. */
export function normalizeAddress(href: string, base?: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  [url.hash, url.username, url.password] = ['', '', ''];
  const session = url.pathname.toLowerCase().indexOf(';jsessionid=');
  if (session >= 0) url.pathname = url.pathname.slice(0, session);
  if (url.search !== '') sortParameters(url);
  if (url.href.endsWith('?')) url.search = '';
  return url.href;
}

function sortParameters(url: URL): void {
  const parts = url.search.slice(1).split('&');
  const kept = parts.filter((part) => part !== '' && !isTracking(part.split('=', 1)[0]!.toLowerCase()));
  url.search = kept.sort().join('&');
}

function isTracking(name: string): boolean {
  return name.startsWith('utm_') || TRACKING.has(name);
}

/** Equal for addresses that almost always lead to one page: other scheme, trailing slash, index file. */
export function duplicateKey(address: string): string {
  const { host, pathname, search } = new URL(address);
  const index = INDEX_FILES.find((each) => pathname.toLowerCase().endsWith(each));
  const path = index ? pathname.slice(0, -index.length) : pathname;
  return host + (path.endsWith('/') ? path.slice(0, -1) : path) + search;
}

/** The address without an index file, which static sites are usually linked without. */
export function withoutIndexFile(address: string): string {
  const url = new URL(address);
  const index = ['/index.html', '/index.htm'].find((each) => url.pathname.endsWith(each));
  if (index && url.search === '') url.pathname = url.pathname.slice(0, 1 - index.length);
  return url.href;
}

/** Whether a part of the path repeats, as in `/a/b/a/b/a/b`: relative links that lead ever deeper. */
export function hasRepeatingPath(address: string): boolean {
  const segments = new URL(address).pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return [...counts.values()].some((count) => count > 3);
}
