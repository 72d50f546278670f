/**
 * Ranges of number and date facets: round steps that fit the data, labels, and parsing of selections.
 *
 * A labeled range is half-open (`from` inclusive, `to` exclusive), so that adjacent ranges share no document.
 */

/** `from` and `to` are numbers, or milliseconds since 1970; null is open. */
export interface Range {
  from: number | null;
  to: number | null;
  /** True when `to` itself lies outside, as in every labelled range; `[a TO b]` includes it. */
  toExclusive: boolean;
}

export interface LabelledRange extends Range {
  from: number;
  to: number;
  label: string;
}

/** From this ratio of largest to smallest on, ranges are powers of ten rather than equal steps. */
const wideRatio = 1000;
const fewestRanges = 4;
const mostRanges = 8;
/** Below so many powers of ten under the largest value, everything is one range from zero. */
const mostPowers = 12;
/** Steps finer than this share of the largest value, or than this alone, say nothing to a reader. */
const finestStep = 1e-9;

/** Ranges in ascending order that cover `smallest` to `largest`, about four to ten of them. */
export function rangesOver(smallest: number, largest: number, kind: 'number' | 'date'): LabelledRange[] {
  if (kind === 'date') return dateRanges(smallest, largest);
  if (smallest > 0 && largest >= finestStep && largest / smallest >= wideRatio)
    return powersOfTen(smallest, largest);
  return equalSteps(smallest, largest);
}

/** The range that a label or a `[from TO to]` expression names, `*` being open; undefined when it names none. */
export function parseRange(text: string, kind: 'number' | 'date'): Range | undefined {
  const bracketed = /^\[\s*(\S+)\s+TO\s+(\S+)\s*\]$/i.exec(text.trim());
  if (bracketed) return closedRange(bracketed[1]!, bracketed[2]!, kind);
  return kind === 'number' ? numberRange(text.trim()) : calendarRange(text.trim());
}

function powersOfTen(smallest: number, largest: number): LabelledRange[] {
  const floor = Math.max(smallest, largest * tenTo(-mostPowers));
  const powers = Math.floor(Math.log10(largest)) - Math.floor(Math.log10(floor)) + 1;
  const step = Math.ceil(powers / mostRanges);
  const lowest = Math.floor(Math.floor(Math.log10(floor)) / step) * step;
  const ranges = smallest < tenTo(lowest) ? [labelled(0, tenTo(lowest))] : [];
  for (let power = lowest; tenTo(power) <= largest; power += step) {
    ranges.push(labelled(tenTo(power), tenTo(power + step)));
  }
  return ranges;
}

/** Parsed rather than computed, so that 10 to the -6 is exactly 0.000001. */
const tenTo = (power: number) => Number(`1e${power}`);

function equalSteps(smallest: number, largest: number): LabelledRange[] {
  const magnitude = Math.max(Math.abs(smallest), Math.abs(largest));
  // Divided before it is subtracted: the spread of two huge numbers is no number any more.
  const share = largest / fewestRanges - smallest / fewestRanges || magnitude / fewestRanges || 1;
  const step = roundStep(Math.max(share, magnitude * finestStep, finestStep));
  const bound = (index: number) => clean(index * step);
  // A quotient is rounded, so the index may be one off.
  const first = Math.floor(smallest / step) - (bound(Math.floor(smallest / step)) > smallest ? 1 : 0);
  const last = Math.floor(largest / step) + (bound(Math.floor(largest / step) + 1) <= largest ? 1 : 0);
  const ranges: LabelledRange[] = [];
  for (let index = first; index <= last; index++) {
    ranges.push(labelled(bound(index), bound(index + 1)));
  }
  return ranges;
}

/** The largest of 1, 2 or 5 times a power of ten that is not above `wanted`. */
function roundStep(wanted: number): number {
  const power = Math.floor(Math.log10(wanted));
  const factor = [5, 2, 1].find((candidate) => Number(`${candidate}e${power}`) <= wanted) ?? 1;
  return Number(`${factor}e${power}`);
}

/** Takes the binary dust off a product: 3 * 0.1 becomes 0.3. */
const clean = (value: number) => Number(value.toPrecision(12));

function labelled(from: number, to: number): LabelledRange {
  return { from, to, toExclusive: true, label: `${plain(from)} – ${plain(to)}` };
}

const plain = (value: number) =>
  value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 12 });

const yearSteps = [1, 2, 5]
  .flatMap((factor) => [0, 1, 2, 3, 4].map((power) => factor * 10 ** power))
  .sort((a, b) => a - b);

function dateRanges(smallest: number, largest: number): LabelledRange[] {
  const [first, last] = [new Date(smallest).getUTCFullYear(), new Date(largest).getUTCFullYear()];
  const step = yearSteps.findLast((years) => (last - first) / years >= fewestRanges) ?? 1;
  const ranges: LabelledRange[] = [];
  for (let year = Math.floor(first / step) * step; year <= last; year += step) {
    const label = step === 1 ? `${year}` : `${year} – ${year + step - 1}`;
    ranges.push({ from: startOfYear(year), to: startOfYear(year + step), toExclusive: true, label });
  }
  return ranges;
}

function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

function closedRange(fromText: string, toText: string, kind: 'number' | 'date'): Range | undefined {
  const from = fromText === '*' ? null : boundOf(fromText, kind);
  const to = toText === '*' ? null : endOf(toText, kind);
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined;
  return { from, to, toExclusive: false };
}

/** NaN when the text is no number or no ISO date. In either kind a number stands for itself, but one that is a year. */
function boundOf(text: string, kind: 'number' | 'date'): number {
  if (kind === 'number' || /^-?\d{5,}$/.test(text)) return Number(text);
  return isYear.test(text) ? startOfYear(Number(text)) : Date.parse(text);
}

const isYear = /^-?\d{1,4}$/;
const dayInMilliseconds = 86_400_000;

/** As `boundOf`; of a year, month or day all of it is in. */
function endOf(text: string, kind: 'number' | 'date'): number {
  const bound = boundOf(text, kind);
  if (kind === 'number') return bound;
  if (isYear.test(text)) return startOfYear(Number(text) + 1) - 1;
  const [, month, day] = /^\d{4}-(\d\d)(-\d\d)?$/.exec(text) ?? [];
  if (day) return bound + dayInMilliseconds - 1;
  return month && !Number.isNaN(bound) ? new Date(bound).setUTCMonth(Number(month)) - 1 : bound;
}

function numberRange(text: string): Range | undefined {
  const match = /^(-?[\d.]+)\s*[–-]\s*(-?[\d.]+)$/.exec(text);
  const [from, to] = [Number(match?.[1]), Number(match?.[2])];
  return Number.isNaN(from) || Number.isNaN(to) ? undefined : { from, to, toExclusive: true };
}

function calendarRange(text: string): Range | undefined {
  const match = /^(-?\d{1,6})(?:\s*–\s*(-?\d{1,6}))?$/.exec(text);
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : Number(match[2]);
  return { from: startOfYear(first), to: startOfYear(last + 1), toExclusive: true };
}
