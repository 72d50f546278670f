/**
 * Ranges of number and date facets: round steps that fit the data, with labels.
 *
 * A labeled range is half-open (`from` inclusive, `to` exclusive), so that adjacent ranges share no document.
 */
import { startOfYear } from '../../index-writing/document-dates.ts';

/** `from` and `to` are numbers, or milliseconds since 1970; null is unbounded. */
export interface Range {
  from: number | null;
  to: number | null;
  /** True in labeled ranges; `[a TO b]` includes `to`. */
  toExclusive: boolean;
}

export interface LabeledRange extends Range {
  from: number;
  to: number;
  label: string;
}

/** Minimum ratio of the largest to the smallest value for ranges that grow with the values. Others have equal steps. */
const MIN_LOGARITHMIC_RATIO = 1000;
/** Maximum number of ranges of a facet: enough for the shape of a distribution, few enough to select one. */
export const MAX_RANGES = 50;
/** Values below this share of the largest value share one range, which starts at zero. */
const MIN_SHARE_OF_LARGEST = 1e-12;
/** Minimum step, absolute and as a share of the largest value; finer steps do not help a reader. */
const MIN_STEP = 1e-9;
/** Digits of bounds and labels: without the last digits of a double, which binary rounding changes. */
const SIGNIFICANT_DIGITS = 12;

/**
 * Ranges in ascending order that cover `smallest` to `largest`: the finest round steps with at most `limit` and
 * `MAX_RANGES` ranges. A coarser step is at most 2.5 times as long, so that values of enough spread have at least 20
 * of 50 ranges. Steps of whole numbers are at least 1, steps of dates at least one year. If even the coarsest step has more
 * ranges than `limit`, returns all of them.
 */
export function rangeBuckets(smallest: number, largest: number, kind: 'number' | 'date', limit = MAX_RANGES) {
  const maxRanges = Math.max(1, Math.min(limit, MAX_RANGES));
  if (kind === 'date') return dateRanges(smallest, largest, maxRanges);
  if (smallest > 0 && largest >= MIN_STEP && largest / smallest >= MIN_LOGARITHMIC_RATIO)
    return logarithmicSteps(smallest, largest, maxRanges);
  return equalSteps(smallest, largest, maxRanges);
}

/** Bounds of each power of ten, finest first. */
const subdivisions: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 1.5, 2, 3, 5, 7],
  [1, 2, 5],
  [1],
];

/** Several ranges per power of ten, or ranges of several powers if these would be too many. */
function logarithmicSteps(smallest: number, largest: number, maxRanges: number): LabeledRange[] {
  const floor = Math.max(smallest, largest * MIN_SHARE_OF_LARGEST);
  const boundsBy = (factors: readonly number[], step: number) => {
    const bounds = logarithmicBounds(floor, largest, factors, step);
    return smallest < bounds[0]! ? [0, ...bounds] : bounds;
  };
  const powers = Math.floor(Math.log10(largest)) - Math.floor(Math.log10(floor)) + 1;
  // One range that starts at zero may be added, and one because powers begin at multiples of the step.
  const coarseStep = Math.ceil(powers / Math.max(1, maxRanges - 2));
  const fine = subdivisions.map((factors) => boundsBy(factors, 1));
  return rangesBetween(fine.find(({ length }) => length - 1 <= maxRanges) ?? boundsBy([1], coarseStep));
}

/** From the last bound at or below `floor` to the first one above `largest`, at every `step`th power of ten. */
function logarithmicBounds(floor: number, largest: number, factors: readonly number[], step: number) {
  const bounds: number[] = [];
  // Logarithms are rounded, so a power may be off by one.
  const first = Math.floor(Math.log10(floor)) - 1;
  const last = Math.floor(Math.log10(largest)) + 2;
  for (let power = Math.floor(first / step) * step; power < last + step; power += step)
    for (const factor of factors) bounds.push(Number(`${factor}e${power}`));
  const start = bounds.findLastIndex((bound) => bound <= floor);
  const end = bounds.findIndex((bound) => bound > largest);
  return bounds.slice(Math.max(0, start), end + 1);
}

/** Ranges between adjacent bounds. Formats each bound once: labels of unused ranges took a fifth of the time of a search. */
function rangesBetween(bounds: readonly number[]): LabeledRange[] {
  const options = { useGrouping: false, maximumSignificantDigits: SIGNIFICANT_DIGITS };
  numberFormat ??= new Intl.NumberFormat('en', options);
  const texts = bounds.map(numberFormat.format);
  return bounds.slice(1).map((to, index) => {
    return { from: bounds[index]!, to, toExclusive: true, label: `${texts[index]} – ${texts[index + 1]}` };
  });
}

function equalSteps(smallest: number, largest: number, maxRanges: number): LabeledRange[] {
  const magnitude = Math.max(Math.abs(smallest), Math.abs(largest));
  // Divides before subtracting, because the difference of two huge numbers may overflow.
  const share = largest / maxRanges - smallest / maxRanges;
  const isWhole = Number.isInteger(smallest) && Number.isInteger(largest);
  const finest = Math.max(share, magnitude * MIN_STEP, MIN_STEP, isWhole || share === 0 ? 1 : 0);
  let step = roundStep(finest);
  let bounds = boundsAt(step, smallest, largest);
  // Bounds at multiples of the step may add two ranges: then the next round step, which is 2 or 2.5 times as long, is
  // tried. Ranges on both sides of zero are never joined.
  while (bounds.length - 1 > Math.max(maxRanges, 2)) {
    step = roundStep(step * 1.5);
    bounds = boundsAt(step, smallest, largest);
  }
  return rangesBetween(bounds);
}

/** The multiples of the step around `smallest` to `largest`. */
function boundsAt(step: number, smallest: number, largest: number): number[] {
  const bound = (index: number) => withoutRoundingError(index * step);
  // Quotients are rounded, so an index may be off by one.
  const first = Math.floor(smallest / step) - (bound(Math.floor(smallest / step)) > smallest ? 1 : 0);
  const last = Math.floor(largest / step) + (bound(Math.floor(largest / step) + 1) <= largest ? 1 : 0);
  const bounds: number[] = [];
  for (let index = first; index <= last + 1; index++) bounds.push(bound(index));
  return bounds;
}

/** The smallest round number (1, 2 or 5 times a power of ten) that is at least `limit`. */
function roundStep(limit: number): number {
  const power = Math.floor(Math.log10(limit));
  const factor = [1, 2, 5, 10].find((candidate) => Number(`${candidate}e${power}`) >= limit) ?? 10;
  return Number(`${factor}e${power}`);
}

/** Removes binary rounding errors of a product: 3 * 0.1 becomes 0.3. */
const withoutRoundingError = (value: number) => Number(value.toPrecision(SIGNIFICANT_DIGITS));

/** Made on first use. One formatter, because creating one for each number takes most of the time of a cached query. */
let numberFormat: Intl.NumberFormat | undefined;

const yearSteps = [1, 2, 5]
  .flatMap((factor) => [0, 1, 2, 3, 4, 5].map((power) => factor * 10 ** power))
  .sort((a, b) => a - b);

function dateRanges(smallest: number, largest: number, maxRanges: number): LabeledRange[] {
  const first = new Date(smallest).getUTCFullYear();
  const last = new Date(largest).getUTCFullYear();
  const countOf = (years: number) => Math.floor(last / years) - Math.floor(first / years) + 1;
  const step = yearSteps.find((years) => countOf(years) <= maxRanges) ?? yearSteps.at(-1)!;
  const ranges: LabeledRange[] = [];
  for (let year = Math.floor(first / step) * step; year <= last; year += step) {
    const label = step === 1 ? `${year}` : `${year} – ${year + step - 1}`;
    ranges.push({ from: startOfYear(year), to: startOfYear(year + step), toExclusive: true, label });
  }
  return ranges;
}
