/** Scroll position of a search in the session of the tab, for a reload and for Back and Forward. */
import { scrollKey } from './history-entry.ts';

export interface ScrollPosition {
  top: number;
  /** ID of the document whose title had the focus. */
  document: string | undefined;
}

/** Removes the position of this URL; undefined if the visitor has not returned to it. */
export function takeScrollPosition(): ScrollPosition | undefined {
  try {
    const stored = sessionStorage.getItem(scrollKey());
    sessionStorage.removeItem(scrollKey());
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return stored && navigation?.type !== 'navigate' ? (JSON.parse(stored) as ScrollPosition) : undefined;
  } catch {
    return undefined;
  }
}
