/** Scroll position of a search in the session of the tab, for a reload and for Back and Forward. */

export interface ScrollPosition {
  top: number;
  /** ID of the document whose title had the focus. */
  document: string | undefined;
}

/** `pagehide` is too late for the history entry: at a reload, the browser has read it already. */
const storageKey = (): string => `semantic-search.scroll ${location.href}`;

export function saveScrollPosition(position: ScrollPosition): void {
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify(position));
  } catch {
    // Storage is blocked or full; the page begins at its top.
  }
}

/** Removes the position of this URL; undefined if the visitor has not returned to it. */
export function takeScrollPosition(): ScrollPosition | undefined {
  try {
    const stored = sessionStorage.getItem(storageKey());
    sessionStorage.removeItem(storageKey());
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return stored && navigation?.type !== 'navigate' ? (JSON.parse(stored) as ScrollPosition) : undefined;
  } catch {
    return undefined;
  }
}
