/** Parser of repeatable options: collects the values. */
export function collect(text: string, previous: string[]): string[] {
  return [...previous, text];
}
