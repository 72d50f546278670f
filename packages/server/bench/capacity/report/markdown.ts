/** Markdown tables and number formats of docs/scaling.md. */
import { type Cell, formatCell } from '../../../../engine/bench/table.ts';

/** The first column is left-aligned, all others are right-aligned. */
export function markdownTable(header: string[], rows: Cell[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(header), `|${rule.join('|')}|`, ...rows.map((row) => line(row.map(formatCell))), ''];
}

/** Two significant digits, the precision of the model. */
export function about(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

export function signed(error: number): string {
  return `${error > 0 ? '+' : '−'}${percent(Math.abs(error))}`;
}
