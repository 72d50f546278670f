/** Ranges as the interface writes them: `[10 TO 100]`, open ends as `*` (contract, numeric and date facets). */

export interface Range {
  from: string;
  to: string;
}

/** The ends of `[10 TO *]`, an open one empty; undefined for any other label, such as that of a range on offer. */
export function parseRange(label: string): Range | undefined {
  const [, from, to] = /^\[(\S+) TO (\S+)\]$/.exec(label) ?? [];
  return from && to ? { from: from.replace('*', ''), to: to.replace('*', '') } : undefined;
}

/** The label of a range; empty when both ends are open. Ends given the wrong way round are turned. */
export function rangeLabel(from: string, to: string): string {
  if (!from && !to) return '';
  const [low, high] = from && to && Number(from) > Number(to) ? [to, from] : [from, to];
  return `[${low || '*'} TO ${high || '*'}]`;
}

/** As people write it: `10 – 100`, `≥ 10`, `≤ 100`; any other label stays as it is. */
export function readableRange(label: string): string {
  const range = parseRange(label);
  if (!range) return label;
  if (!range.to) return `≥ ${range.from}`;
  return range.from ? `${range.from} – ${range.to}` : `≤ ${range.to}`;
}
