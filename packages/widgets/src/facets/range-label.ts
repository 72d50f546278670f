/** Label of a custom range, loaded lazily with the range inputs. */

/** Empty if both bounds are open. Swaps bounds in the wrong order and writes out exponents such as `1e3`. */
export function rangeLabel(from: string, to: string): string {
  if (!from && !to) return '';
  const [low, high] = from && to && Number(from) > Number(to) ? [to, from] : [from, to];
  const bound = (text: string) => (text ? String(Number(text)) : '*');
  return `[${bound(low)} TO ${bound(high)}]`;
}
