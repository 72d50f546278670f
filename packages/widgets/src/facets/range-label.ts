/** Label of a custom range, loaded lazily with the range inputs. */

/** The label of a range; empty when both ends are open. Ends given the wrong way round are turned, `1e3` is written out. */
export function rangeLabel(from: string, to: string): string {
  if (!from && !to) return '';
  const [low, high] = from && to && Number(from) > Number(to) ? [to, from] : [from, to];
  const plain = (end: string) => (end ? String(Number(end)) : '*');
  return `[${plain(low)} TO ${plain(high)}]`;
}
