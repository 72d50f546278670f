/** Tables and figures of the page. */
import { type Cell, shown } from '../../../../engine/bench/table.ts';

/** The first column to the left, all others to the right. */
export function markdownTable(header: string[], rows: Cell[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(header), `|${rule.join('|')}|`, ...rows.map((row) => line(row.map(shown))), ''];
}

/** To two digits: a model knows no more. */
export function about(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

export function signed(error: number): string {
  return `${error > 0 ? '+' : '−'}${percent(Math.abs(error))}`;
}
