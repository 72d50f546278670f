/** Charts of the statistics as SVG, each with a table of the same numbers. */
import type { Insight } from '@semantic-search/contract';
import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { scrollingTable } from '../../editor/panels/scrolling-table.ts';
import { formatNumber, formatShare, locale, text } from '../../text/text.ts';

const WIDTH = 560;
const HEIGHT = 220;
const MARGIN = { top: 12, end: 12, bottom: 26, start: 44 };
/** Charts run in the direction of the script: 1 to the right, -1 to the left. */
const DIRECTION = locale.isRightToLeft ? -1 : 1;
const [START, END] =
  DIRECTION === 1 ? [MARGIN.start, WIDTH - MARGIN.end] : [WIDTH - MARGIN.start, MARGIN.end];
/** Bounds of the number of positions with a separate bar. */
const MIN_POSITIONS = 10;
const MAX_POSITIONS = 20;

type Interval = Insight['series'][number];

/** Searches over time: all, without results, and in the other period. `compared` is the name of this period. */
export function courseChart(
  { series, previousSeries, interval }: Pick<Insight, 'series' | 'previousSeries' | 'interval'>,
  compared: string,
): TemplateResult {
  const earlier = series.map((point, index) => ({ ...(previousSeries[index] ?? point), time: point.time }));
  const times = series.map(({ time }) => new Date(time));
  const x = scaleUtc([times[0]!, times.at(-1)!], [START, END]);
  const y = countScale(Math.max(...[...series, ...earlier].map(({ searches }) => searches)));
  const path = (value: (interval: Interval) => number, intervals: readonly Interval[] = series) =>
    line<Interval>(
      ({ time }) => x(new Date(time)),
      (interval) => y(value(interval)),
    )(intervals);
  const format = timeFormat(interval);
  return html`<figure class="chart">
    <figcaption>${text(interval === 'hour' ? 'searchesByHour' : 'searchesByDay')} <span class="key all">${text('keyAll')}</span> <span class="key none">${text('keyWithoutResults')}</span> <span class="key compared">${compared}</span></figcaption>
    <div class="scroll" tabindex="0" role="group" aria-label=${text('chartOverTime')} ${ref(showNewest)}><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${text('chartOverTimeAbout')}>
      ${countAxis(y)}
      ${x.ticks(5).map((tick) => svg`<text class="tick" x=${x(tick)} y=${HEIGHT - 8} text-anchor="middle">${format(tick)}</text>`)}
      <path class="line compared" d=${path(({ searches }) => searches, earlier) ?? ''} />
      <path class="line all" d=${path(({ searches }) => searches) ?? ''} />
      <path class="line none" d=${path(({ withoutResults }) => withoutResults) ?? ''} />
    </svg></div>
    <details><summary>${text(interval === 'hour' ? 'numbersByHour' : 'numbersByDay')}</summary>${courseTable(series, earlier, { compared, format })}</details>
  </figure>`;
}

/** A chart that is wider than a phone starts at its end. */
function showNewest(scrolled?: Element): void {
  requestAnimationFrame(() => scrolled?.scrollTo({ left: DIRECTION * scrolled.scrollWidth }));
}

function courseTable(
  series: readonly Interval[],
  earlier: readonly Interval[],
  { compared, format }: { compared: string; format: (time: Date) => string },
): TemplateResult {
  const names = ['time', 'searches', 'withoutResults', 'withClick', 'visits'] as const;
  const columns = [...names.map((name) => text(name)), `${text('searches')}: ${compared}`];
  const rows = series.map(({ time, searches, withoutResults, withClick, visits }, index) => {
    const counts = [searches, withoutResults, withClick, visits, earlier[index]!.searches];
    return html`<tr><th scope="row">${format(new Date(time))}</th>${counts.map((count) => html`<td>${formatNumber(count)}</td>`)}</tr>`;
  });
  return scrollingTable(text('numbersOverTime'), columns, rows);
}

/** Number of first clicks by position of the result. */
export function positionChart(positions: Insight['positions']): TemplateResult | typeof nothing {
  if (positions.length === 0) return nothing;
  const total = positions.reduce((sum, { count }) => sum + count, 0);
  const clicked = positions.map(({ name }) => Number(name)).filter((position) => position <= MAX_POSITIONS);
  const shown = Array.from({ length: Math.max(MIN_POSITIONS, ...clicked) }, (_, index) => {
    const name = `${index + 1}`;
    return { name, count: positions.find((position) => position.name === name)?.count ?? 0 };
  });
  const names = shown.map(({ name }) => name);
  const x = scaleBand(names, [START, END]).padding(0.2);
  const y = countScale(Math.max(...shown.map(({ count }) => count)));
  const bar = ({ name, count }: (typeof shown)[number]) =>
    svg`<rect class="bar" x=${x(name)!} width=${x.bandwidth()} y=${y(count)} height=${HEIGHT - MARGIN.bottom - y(count)}></rect>
      <text class="tick" x=${x(name)! + x.bandwidth() / 2} y=${HEIGHT - 8} text-anchor="middle">${name}</text>`;
  const columns = [text('position'), text('firstClicks'), text('share')];
  const row = ({ name, count }: (typeof positions)[number]) =>
    html`<tr><th scope="row">${name === '101' ? text('over100') : name}</th><td>${formatNumber(count)}</td><td>${formatShare(count, total)}</td></tr>`;
  return html`<figure class="chart">
    <figcaption>${text('firstClicksByPosition')}</figcaption>
    <div class="scroll" tabindex="0" role="group" aria-label=${text('chartByPosition')}><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${text('firstClicksAbout')}>
      ${countAxis(y)}
      ${shown.map(bar)}
    </svg></div>
    <details><summary>${text('numbersByPosition')}</summary>${scrollingTable(text('clicksByPosition'), columns, positions.map(row))}</details>
  </figure>`;
}

/** An empty chart still has an axis. */
const countScale = (most: number) =>
  scaleLinear([0, Math.max(1, most)], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(4);

const countAxis = (y: ReturnType<typeof countScale>) =>
  y
    .ticks(4)
    .filter(Number.isInteger)
    .map(
      (tick) => svg`<line class="grid" x1=${START} x2=${END} y1=${y(tick)} y2=${y(tick)}></line>
      <text class="tick" x=${START - DIRECTION * 8} y=${y(tick) + 4} text-anchor="end">${formatNumber(tick)}</text>`,
    );

function timeFormat(interval: Insight['interval']): (time: Date) => string {
  const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat(locale.tag, { ...day, ...(interval === 'hour' && time) });
  return (time) => format.format(time);
}
