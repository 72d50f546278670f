/** Robots exclusion protocol (RFC 9309): rules, delays and sitemaps of each origin. */
import robotsParser from 'robots-parser';
import { ROBOTS_NAME } from '../html/index.ts';

export interface RobotsRules {
  isAllowed(address: string): boolean;
  /** Milliseconds between two requests. */
  delayMs: number;
  sitemaps: string[];
}

/** Its types describe an ES module, but it is a CommonJS module. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** RFC 9309 requires at least 500 KiB. The rest of a longer file is ignored. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
const MAX_RULES = 5000;
/** A wildcard rule takes time by its length times that of the address. */
const MAX_RULE_LENGTH = 300;
const MAX_WILDCARD_RULES = 200;
/** Longer delays would stop a crawl. */
const MAX_DELAY_SECONDS = 60;

export const allowAll: RobotsRules = { isAllowed: () => true, delayMs: 0, sitemaps: [] };

export function robotsRules(address: string, text: string): RobotsRules {
  const rules = parseRobots(address, boundedRules(text));
  const delay = Math.max(0, Math.min(rules.getCrawlDelay(ROBOTS_NAME) ?? 0, MAX_DELAY_SECONDS));
  return {
    isAllowed: (each) => rules.isAllowed(each, ROBOTS_NAME) ?? true,
    delayMs: delay * 1000,
    sitemaps: rules.getSitemaps(),
  };
}

/** Without the last line of a file that was cut off: half a rule may forbid the whole site. */
export function robotsText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  return body.length < MAX_ROBOTS_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

function boundedRules(text: string): string {
  let wildcards = 0;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => {
    if (line.includes('*') && line.includes('/')) wildcards += 1;
    return line.length <= MAX_RULE_LENGTH && (wildcards <= MAX_WILDCARD_RULES || !line.includes('*'));
  });
  return lines.slice(0, MAX_RULES).join('\n').replace(/\*+/g, '*');
}
