/** Recent searches in local storage, per configuration, never sent to a server. */

const longest = 5;
const nameOf = (configuration: number): string => `semantic-search.${configuration}.recent`;

export function recentSearches(configuration: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(configuration)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string').slice(0, longest) : [];
  } catch {
    // Storage is closed to sandboxed frames and by some visitors: then nothing is remembered.
    return [];
  }
}

export function rememberSearch(configuration: number, input: string): void {
  const text = input.trim();
  if (!text) return;
  store(
    configuration,
    [text, ...recentSearches(configuration).filter((entry) => entry !== text)].slice(0, longest),
  );
}

export const forgetSearches = (configuration: number): void => store(configuration, []);

function store(configuration: number, entries: string[]): void {
  try {
    localStorage.setItem(nameOf(configuration), JSON.stringify(entries));
  } catch {
    // As above: nothing is remembered.
  }
}
