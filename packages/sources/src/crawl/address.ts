/** Addresses as they are linked; normal forms only decide whether two may lead to one page. */

/** Longer addresses are traps more often than pages. */
export const MAX_ADDRESS_LENGTH = 2000;
/** Of all addresses that a run remembers. */
export const MAX_ADDRESS_CHARACTERS = 20_000_000;

/** As a browser requests it, without fragment and credentials. Null if it is not the address of a page. */
export function pageAddress(href: string, base?: string): string | null {
  const url = URL.parse(href, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  [url.hash, url.username, url.password] = ['', '', ''];
  return url.href;
}

/** Equal for spellings that no server distinguishes: percent-encoding (RFC 3986, section 6.2.2) and an empty query. */
export function spelling(address: string): string {
  return decodeUnreserved(address).replace(/\?$/, '');
}

/** Decodes letters, digits, `-._~`, and writes the other octets in upper case. */
export function decodeUnreserved(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
  });
}

/** Parameters that usually identify a visit or a campaign and not a page. */
const VISIT_PARAMETERS = new RegExp(
  `^(?:${[
    ...[
      'utm_\\w*',
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
    ],
    ...[
      'pk_\\w*',
      'mtm_\\w*',
      'phpsessid',
      'jsessionid',
      'sessionid',
      'session_id',
      'sid',
      'cfid',
      'cftoken',
    ],
    ...['aspsessionid\\w*', 'fe_typo_user', 'replytocom'],
  ].join('|')})$`,
  'i',
);
/** Sessions in the path: `;jsessionid=…` of Java, `(S(…))` of ASP.NET. */
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/;]*|\/\(S\([^()/]*\)\)/gi;
const INDEX_FILE = /\/(?:index|default)\.[a-z]{2,5}$/i;

export interface Likeness {
  /** Equal for addresses that often lead to one page. */
  key: string;
  /** Whether it names a visit or a campaign. */
  hasVisit: boolean;
  /** In what addresses with this key differ, by the kind of the difference. */
  details: Map<string, string>;
}

export function likeness(address: string): Likeness {
  const url = new URL(decodeUnreserved(address));
  const details = new Map<string, string>();
  if (url.protocol === 'http:') details.set('scheme', 'http');
  const host = url.host.replace(/^www\./, () => note(details, 'www', 'www'));
  let path = url.pathname.replace(PATH_SESSION, (session) => note(details, 'session in the path', session));
  path = path.replace(INDEX_FILE, (file) => note(details, 'index file', file));
  path = path.replace(/(?<=.)\/$/, (slash) => note(details, 'trailing slash', slash));
  const parameters = url.search.slice(1).split('&').map(parameter);
  const visits = parameters.filter(([name]) => VISIT_PARAMETERS.test(name));
  for (const [name, value] of visits) details.set(name.toLowerCase(), value);
  const others = parameters.filter(([name]) => !VISIT_PARAMETERS.test(name));
  const order = others.map(([, , written]) => written).join('&');
  if (order !== '') details.set('order of parameters', order);
  const sorted = others
    .filter(([, , written]) => written !== '')
    .map(([name, value]) => [name, value])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : one > other ? 1 : 0));
  return {
    key: JSON.stringify([host, path || '/', sorted]),
    hasVisit: visits.length > 0 || details.has('session in the path'),
    details,
  };
}

/** Not decoded further: pages of other character encodings have octets that are not UTF-8. */
function parameter(written: string): [name: string, value: string, written: string] {
  const [name = '', ...value] = written.replaceAll('+', '%20').split('=');
  return [name, value.join('='), written];
}

function note(details: Map<string, string>, kind: string, value: string): string {
  details.set(kind, value);
  return '';
}

/** Whether a part of the path repeats, as in `/a/b/a/b/a/b`: relative links that lead ever deeper. */
export function hasRepeatingPath(address: string): boolean {
  const segments = new URL(address).pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return [...counts.values()].some((count) => count > 3);
}
