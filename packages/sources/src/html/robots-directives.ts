/** Robots directives of a page: `noindex` and `nofollow` in `meta` elements and `X-Robots-Tag` headers. */
import { readDate } from '@semantic-search/query/dates';

export interface RobotsDirectives {
  noindex: boolean;
  nofollow: boolean;
}

/** Name under which pages and servers address this crawler. */
export const ROBOTS_NAME = 'semantic-search';

const NAMES = new Set(['robots', '*', ROBOTS_NAME]);
/** Directives that have a value after a colon. Another word before a colon is the name of a crawler. */
const VALUED = /^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/;
/** Preview directives such as `max-image-preview:none`: their `none` does not forbid indexing. */
const PREVIEWS = /\bmax-[a-z-]+(?:\s*[:=]\s*[\w-]+)?/gi;
/** The date may begin with a weekday and a comma. */
const EXPIRY = /unavailable_after[\s:=]+((?:[a-z]+,)?[^,;]*)/i;

/**
 * Combines all lines: the strictest directive counts. A line is the content of a `meta` element or of a header. Commas, other
 * punctuation and spaces separate directives. The name of a crawler and a colon limit the following directives of a line to it.
 */
export function robotsDirectives(lines: Iterable<string>, now = Date.now()): RobotsDirectives {
  const result = { noindex: false, nofollow: false };
  for (const line of lines) {
    const applicable = applicablePart(line);
    const words = new Set(
      applicable
        .replace(PREVIEWS, ' ')
        .replace(EXPIRY, ' ')
        .toLowerCase()
        .split(/[^\w-]+/),
    );
    const isNone = words.has('none');
    // A date that cannot be read has no effect. A date without a zone is in UTC.
    const expiry = readDate(EXPIRY.exec(applicable)?.[1] ?? '')?.start ?? Infinity;
    result.noindex ||= isNone || words.has('noindex') || expiry < now;
    result.nofollow ||= isNone || words.has('nofollow');
  }
  return result;
}

function applicablePart(line: string): string {
  let applies = true;
  const parts: string[] = [];
  for (const part of line.split(',')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const isAgent = name !== '' && !/\s/.test(name) && !VALUED.test(name);
    if (isAgent) applies = NAMES.has(name);
    if (applies) parts.push(isAgent ? part.slice(colon + 1) : part);
  }
  return parts.join(',');
}
