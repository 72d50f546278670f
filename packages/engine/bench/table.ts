/** Plain-text tables. */

export type Cell = string | number | undefined;

/** Rounds numbers to three digits. Aligns the first column left, all others right. */
export function table(header: string[], rows: Cell[][]): string {
  const lines = [header, ...rows.map((row) => row.map(formatCell))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
  const [first, ...rest] = lines.map((line) => line.map(pad).join('  ').trimEnd());
  return [first, widths.map((width) => '─'.repeat(width)).join('  '), ...rest].join('\n');
}

export function formatCell(cell: Cell): string {
  if (cell === undefined) return '–';
  if (typeof cell === 'string') return cell;
  if (Math.abs(cell) >= 100) return Math.round(cell).toLocaleString('en');
  return String(Number(cell.toPrecision(3)));
}
