/** Snippet: cuts a text to a maximum length around its matches. */
import type { Span } from '../api.ts';

export interface Snippet {
  text: string;
  /** The spans inside the snippet, as offsets in it. */
  spans: Span[];
}

const ellipsis = '…';

/** Longer runs without a space are cut; in UTF-16 units. */
const MAX_WORD_LENGTH = 40;

/** Returns at most `length` UTF-16 units, including ellipses, cut between words or sentences; empty if `length` is 0. */
export function snippet(text: string, spans: Span[], length: number): Snippet {
  if (length <= 0) return { text: '', spans: [] };
  if (text.length <= length) return { text, spans };
  const first = spans[0];
  // The first match starts after about a quarter of the snippet, so that its context is visible.
  const idealBegin = first ? Math.min(first.begin - Math.floor(length / 4), text.length - length) : 0;
  const begin = idealBegin <= 0 ? 0 : Math.min(wordStart(text, idealBegin), first!.begin);
  const leadingEllipsis = begin > 0 ? ellipsis : '';
  const available = length - leadingEllipsis.length;
  const reachesEnd = text.length - begin <= available;
  const end = reachesEnd ? text.length : wordEnd(text, begin, begin + available - ellipsis.length);
  const trimmed = text.slice(begin, end).trimEnd();
  const part = reachesEnd ? trimmed : trimmed.replace(/[,;:]$/, '');
  const trailingEllipsis = reachesEnd || /[.!?…。！？؟]['"”’»)]?$/.test(part) ? '' : ellipsis;
  const shift = leadingEllipsis.length - begin;
  const visibleSpans = spans.filter((span) => span.begin >= begin && span.end <= end);
  return {
    text: (leadingEllipsis + part + trailingEllipsis).slice(0, length),
    spans: visibleSpans.map((span) => ({ begin: span.begin + shift, end: span.end + shift })),
  };
}

/** Start of the next word at or after `position`. */
function wordStart(text: string, position: number): number {
  const space = text.slice(position - 1).search(/\s\S/);
  const next = space < 0 ? position : position + space;
  // Text without spaces is cut anywhere except inside a surrogate pair.
  return next - position > MAX_WORD_LENGTH ? outsidePair(text, position) : next;
}

/** End of the last complete word before `position`. */
function wordEnd(text: string, begin: number, position: number): number {
  if (/\s/.test(text.charAt(position))) return position;
  const before = text.slice(begin, position);
  const space = before.search(/\s\S*$/);
  return space <= 0 || position - (begin + space) > MAX_WORD_LENGTH
    ? outsidePair(text, position)
    : begin + space;
}

/** Moves a position inside a surrogate pair before it. */
function outsidePair(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  return unit >= 0xdc00 && unit <= 0xdfff ? position - 1 : position;
}
