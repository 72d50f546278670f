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

/** RFC 9309 requires at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 512 * 1024;
const MAX_RULE_LENGTH = 500;
const MAX_RULES = 2000;
/** Longer delays would stop a crawl. */
const MAX_DELAY_SECONDS = 60;

export const allowAll: RobotsRules = { isAllowed: () => true, delayMs: 0, sitemaps: [] };

export function robotsRules(address: string, text: string): RobotsRules {
  // Repeated wildcards and long rules take quadratic time to match.
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.length <= MAX_RULE_LENGTH);
  const rules = parseRobots(address, lines.slice(0, MAX_RULES).join('\n').replace(/\*+/g, '*'));
  const delay = Math.max(0, Math.min(rules.getCrawlDelay(ROBOTS_NAME) ?? 0, MAX_DELAY_SECONDS));
  return {
    isAllowed: (each) => rules.isAllowed(each, ROBOTS_NAME) ?? true,
    delayMs: delay * 1000,
    sitemaps: rules.getSitemaps(),
  };
}
