/** Snippet: cuts a text to a maximum length around its matches. */
import type { Span } from '../api.ts';

export interface Snippet {
  text: string;
  /** The places that lie within, moved along. */
  spans: Span[];
}

const ellipsis = '…';

/** At most `length` UTF-16 units, ellipses included, cut between words; empty where `length` is 0. */
export function snippet(text: string, spans: Span[], length: number): Snippet {
  if (length <= 0) return { text: '', spans: [] };
  if (text.length <= length) return { text, spans };
  const first = spans[0];
  // The first match stands about a quarter in, so that it is seen in its context.
  const ideal = first ? Math.max(0, Math.min(first.begin - Math.floor(length / 4), text.length - length)) : 0;
  const begin = ideal === 0 ? 0 : Math.min(wordStart(text, ideal), first!.begin);
  const lead = begin > 0 ? ellipsis : '';
  const room = length - lead.length;
  const whole = text.length - begin <= room;
  const end = whole ? text.length : wordEnd(text, begin, begin + room - ellipsis.length);
  const cut = lead + text.slice(begin, end).trimEnd() + (whole ? '' : ellipsis);
  const shift = lead.length - begin;
  const inside = spans.filter((span) => span.begin >= begin && span.end <= end);
  return {
    text: cut.slice(0, length),
    spans: inside.map((span) => ({ begin: span.begin + shift, end: span.end + shift })),
  };
}

/** The start of the next word at or after `position`. */
function wordStart(text: string, position: number): number {
  const space = text.slice(position - 1).search(/\s\S/);
  const next = space < 0 ? position : position + space;
  // A text without spaces is cut anywhere but inside a pair.
  return next - position > 40 ? notInPair(text, position) : next;
}

/** The end of the last whole word before `position`. */
function wordEnd(text: string, begin: number, position: number): number {
  if (/\s/.test(text.charAt(position))) return position;
  const before = text.slice(begin, position);
  const space = before.search(/\s\S*$/);
  return space <= 0 || position - (begin + space) > 40 ? notInPair(text, position) : begin + space;
}

function notInPair(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  return unit >= 0xdc00 && unit <= 0xdfff ? position - 1 : position;
}
