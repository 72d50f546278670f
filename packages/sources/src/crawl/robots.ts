/** Robots exclusion protocol (RFC 9309): rules, delay and sitemaps of an origin. */
import robots from 'robots-parser';
import { ROBOTS_NAME } from '../html/directives.ts';
import { decodeMarkup } from '../html/tree/decode.ts';
import { decodeUnreserved } from './address.ts';

export type RobotsRules = ReturnType<typeof robotsRules>;
/** RFC 9309 requires at least 500 KiB. The rest of a longer file is ignored. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
/** Matching an address takes time in proportion to the rules with wildcards; later ones are ignored. */
const MAX_WILDCARD_CHARACTERS = 100_000;
const WILDCARD_RULE = /^[\t ]*(?:dis)?allow[\t ]*:.*\*.*$/gim;
/** Longer delays would stop a crawl. */
const MAX_DELAY_SECONDS = 60;
/** The types of the package describe another kind of module. */
const robotsParser = robots as unknown as typeof robots.default;
const SITEMAP = /^[\t ]*sitemap[\t ]*:[\t ]*([^\s#]\S*)/gim;

export const allowAll: RobotsRules = { isAllowed: () => true, delayMs: 0, sitemaps: [] };

/** Rules and address get the same encoding, because the parser compares characters. */
export function robotsRules(origin: string, text: string) {
  let wildcardCharacters = 0;
  const bounded = text.replace(WILDCARD_RULE, (rule) => {
    wildcardCharacters += rule.length;
    return wildcardCharacters > MAX_WILDCARD_CHARACTERS ? '' : rule;
  });
  // For the parser, `Sitemap` would end a group.
  const rules = robotsParser(`${origin}/robots.txt`, decodeUnreserved(bounded.replace(SITEMAP, '')));
  const delaySeconds = Math.max(0, rules.getCrawlDelay(ROBOTS_NAME) ?? 0);
  return {
    isAllowed(address: string): boolean {
      // `encodeURI` also encodes the `%` of escapes.
      const encoded = encodeURI(decodeUnreserved(address)).replaceAll('%25', '%');
      return rules.isAllowed(encoded, ROBOTS_NAME) ?? true;
    },
    delayMs: Math.min(delaySeconds, MAX_DELAY_SECONDS) * 1000,
    sitemaps: [...text.matchAll(SITEMAP)].map(([, address]) => address!),
  };
}

/** The text of robots.txt. A file that was cut off loses its last line: half a rule may forbid the whole site. */
export function robotsText(body: Uint8Array): string {
  const text = decodeMarkup(body);
  return body.length < MAX_ROBOTS_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}
