/** Addresses of pages: normal form, keys of likely duplicates, and signs of traps. */

/** Longer addresses are more often traps than pages. */
export const MAX_ADDRESS_LENGTH = 2000;
/** Total number of characters of the addresses that a run remembers. */
export const MAX_ADDRESS_CHARACTERS = 20_000_000;
/** Number of a further page of a list: `/page/2`, `?page=2`, and `index?page=2.html` in copies of sites. */
export const PAGE_NUMBER = /(?:[/?&@]|%3F|%EF%B9%96)(?:page|seite|pagina)[-/=]?\d{1,4}(?=\/?$|\.html?$)/i;

/** The address as a browser requests it, without fragment and credentials; null if it is not a page's address. */
export function pageAddress(href: string, base?: string): string | null {
  const url = URL.parse(href, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  // Setting a part takes longer than parsing the address.
  if (url.href.includes('#')) url.hash = '';
  if (url.href.includes('@')) [url.username, url.password] = ['', ''];
  return url.href;
}

/** A segment of a path as people read it. */
export function readableSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Decodes letters, digits and `-._~`, and writes other escapes in upper case (RFC 3986, section 6.2.2). */
export function decodeUnreserved(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
  });
}

/** Parameters of a visit or a campaign, never of a page. Not `sid` or `session_id`, which may number a story or a talk. */
const VISIT_PARAMETERS =
  /^(?:utm_\w*|(?:g|d|fb|msc|y)clid|mc_[ce]id|igshid|_g[al]|(?:pk|mtm)_\w*|jsessionid|phpsessid|cfid|cftoken|aspsessionid\w*|fe_typo_user|replytocom)$/i;
/** Session identifiers in the path: `;jsessionid=…` (Java), `(S(…))` (ASP.NET). */
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/;]*|\/\(S\([^()/]*\)\)/gi;
const INDEX_FILE = /\/(?:index|default)\.[a-z]{2,5}$/i;

/** The address without scheme, `www.`, index file, trailing slash and visit parameters; its other parameters are sorted. */
export function normalForm(address: string) {
  const { host, pathname, search } = new URL(decodeUnreserved(address));
  // Octets are not decoded further: in other character encodings they are not UTF-8.
  const parametersAsWritten = search.slice(1).replaceAll('+', '%20').split('&');
  const parameters = parametersAsWritten.filter((parameter) => !VISIT_PARAMETERS.test(nameOf(parameter)));
  const path = pathname.replace(PATH_SESSION, '');
  return {
    /** Equal for addresses that lead to one page on nearly all sites. */
    key: [
      host.replace(/^www\./, ''),
      path.replace(INDEX_FILE, '').replace(/\/$/, ''),
      ...parameters.filter(Boolean).sort((first, second) => nameOf(first).localeCompare(nameOf(second))),
    ].join(' '),
    /** Whether the address names a visit or a campaign. */
    hasVisit: path !== pathname || parameters.length < parametersAsWritten.length,
  };
}

function nameOf(parameter: string): string {
  return parameter.split('=', 1)[0]!;
}

/** Paths with more equal segments, such as `/a/b/a/b/a/b/a`, are signs of relative links that lead ever deeper. */
const MAX_EQUAL_SEGMENTS = 3;

export function hasRepeatingPath(address: string): boolean {
  const segments = new URL(address).pathname.split('/').filter((segment) => segment !== '');
  const groups = [...Map.groupBy(segments, (segment) => segment).values()];
  return groups.some(({ length }) => length > MAX_EQUAL_SEGMENTS);
}
