/** Recent searches in local storage, per configuration, never sent to a server. */

const MAX_RECENT_SEARCHES = 5;
const storageKey = (configuration: number): string => `semantic-search.${configuration}.recent`;

export function recentSearches(configuration: number): string[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(storageKey(configuration)) ?? '[]');
    return Array.isArray(entries)
      ? entries.filter((entry) => typeof entry === 'string').slice(0, MAX_RECENT_SEARCHES)
      : [];
  } catch {
    // Sandboxed frames and some privacy settings block storage; recent searches are then unavailable.
    return [];
  }
}

export function addRecentSearch(configuration: number, input: string): void {
  const text = input.trim();
  if (!text) return;
  const others = recentSearches(configuration).filter((entry) => entry !== text);
  save(configuration, [text, ...others].slice(0, MAX_RECENT_SEARCHES));
}

export const clearRecentSearches = (configuration: number): void => save(configuration, []);

function save(configuration: number, entries: string[]): void {
  try {
    localStorage.setItem(storageKey(configuration), JSON.stringify(entries));
  } catch {
    // Storage is blocked or full; the search is not stored.
  }
}
