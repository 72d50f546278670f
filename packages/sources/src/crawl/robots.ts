/** Robots exclusion protocol (RFC 9309): rules, delays and sitemaps of each origin. */
import { ROBOTS_NAME } from '../html/robots-directives.ts';
import { decodeUnreserved } from './address.ts';
import { matchesWildcards } from './scope.ts';

export interface RobotsRules {
  isAllowed(address: string): boolean;
  /** Milliseconds between two requests. */
  delayMs: number;
  sitemaps: string[];
}

/** RFC 9309 requires at least 500 KiB. The rest of a longer file is ignored. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
const MAX_RULES = 5000;
const MAX_RULE_LENGTH = 2000;
/** In all rules; each takes time in proportion to the length of an address. */
const MAX_WILDCARDS = 2000;
/** Longer delays would stop a crawl. */
const MAX_DELAY_SECONDS = 60;

export const allowAll: RobotsRules = { isAllowed: () => true, delayMs: 0, sitemaps: [] };

interface Rule {
  isAllowed: boolean;
  /** Forms of the pattern; both are compared with the same form of an address. */
  patterns: string[];
}

interface Group {
  rules: Rule[];
  delaySeconds: number;
}

export function robotsRules(text: string): RobotsRules {
  const records = text.split(/\r\n|\r|\n/).map(recordOf);
  const groups = readGroups(records);
  const { rules, delaySeconds } = groups.get(ROBOTS_NAME) ??
    groups.get('*') ?? { rules: [], delaySeconds: 0 };
  return {
    isAllowed: (address) => isAllowed(rules, address),
    delayMs: Math.min(delaySeconds, MAX_DELAY_SECONDS) * 1000,
    sitemaps: records
      .filter(({ name, value }) => name === 'sitemap' && value !== '')
      .map(({ value }) => value),
  };
}

/** Without the last line of a file that was cut off: half a rule may forbid the whole site. */
export function robotsText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  return body.length < MAX_ROBOTS_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

interface RobotsRecord {
  name: string;
  value: string;
}

function recordOf(line: string): RobotsRecord {
  const [content = ''] = line.split('#', 1);
  const colon = content.indexOf(':');
  return {
    name: content.slice(0, Math.max(colon, 0)).trim().toLowerCase(),
    value: content.slice(colon + 1).trim(),
  };
}

/** Groups of this crawler and of all others. Records such as `Sitemap` do not end a group (section 2.2.4). */
function readGroups(records: readonly RobotsRecord[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  const budget = { rules: MAX_RULES, wildcards: MAX_WILDCARDS };
  let current = new Set<Group>();
  let isHead = false;
  for (const { name, value } of records) {
    if (name === 'user-agent') {
      if (!isHead) current = new Set();
      isHead = true;
      // The product token, which versions and comments may follow.
      const agent = /^(?:\*|[a-z_-]*)/i.exec(value)![0].toLowerCase();
      if (agent !== '*' && agent !== ROBOTS_NAME) continue;
      const group = groups.get(agent) ?? { rules: [], delaySeconds: 0 };
      groups.set(agent, group);
      current.add(group);
    } else if (name === 'allow' || name === 'disallow') {
      isHead = false;
      const rule = readRule(name === 'allow', value, budget);
      if (rule) for (const { rules } of current) rules.push(rule);
    } else if (name === 'crawl-delay') {
      isHead = false;
      const seconds = Number(value);
      if (seconds > 0) for (const group of current) group.delaySeconds = seconds;
    }
  }
  return groups;
}

/** Undefined if it is empty, which allows everything, or exceeds a limit. */
function readRule(
  allows: boolean,
  value: string,
  budget: { rules: number; wildcards: number },
): Rule | undefined {
  if (value === '' || value.length > MAX_RULE_LENGTH) return undefined;
  const path = value.replace(/\*+/g, '*');
  budget.rules -= 1;
  budget.wildcards -= path.split('*').length - 1;
  if (budget.rules < 0 || budget.wildcards < 0) return undefined;
  const isAnchored = path.endsWith('$');
  const parts = (isAnchored ? path.slice(0, -1) : path).split('*');
  const end = isAnchored ? '' : '*';
  const text = parts.join('*');
  const patterns = [false, true].map((isStrict) => comparable(text, isStrict, true) + end);
  return { isAllowed: allows, patterns };
}

/** The longest matching rule wins, and `Allow` between rules of equal length (section 2.2.2). */
function isAllowed(rules: readonly Rule[], address: string): boolean {
  const { pathname, search } = new URL(address);
  const texts = [false, true].map((isStrict) => comparable(pathname + search, isStrict));
  let longest = -1;
  let allowed = true;
  for (const { isAllowed: allows, patterns } of rules) {
    const { length } = patterns[0]!;
    if (length < longest || (length === longest && !allows)) continue;
    if (!patterns.some((pattern, form) => matchesWildcards(texts[form]!, pattern))) continue;
    [longest, allowed] = [length, allows];
  }
  return allowed;
}

/**
 * Octets of a path or a pattern as they are compared (section 2.2.2): unreserved characters decoded, others encoded.
 * Reserved ones stay as they are; the strict form encodes those that delimit nothing in a path or query.
 */
function comparable(text: string, isStrict: boolean, isPattern = false): string {
  let isQuery = false;
  return decodeUnreserved(text).replace(/%[0-9A-F]{2}|[^\w.~-]/gu, (part) => {
    if (part.length === 3 && part.startsWith('%')) return part;
    if (part === '*' && isPattern) return part;
    const isDelimiter = part === '/' ? !isQuery : /[?&=]/.test(part);
    isQuery ||= part === '?';
    const isReserved = /[:/?[\]@!'()+,;&=]/.test(part);
    return isDelimiter || (isReserved && !isStrict) ? part : encoded(part);
  });
}

/** Also of characters that `encodeURIComponent` leaves as they are, and of halves of characters. */
function encoded(character: string): string {
  return [...Buffer.from(character)]
    .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
