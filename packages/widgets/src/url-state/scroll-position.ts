/** Scroll position of a search in the history entry of its page. */
import { scrollMember } from './history-entry.ts';

export interface ScrollPosition {
  top: number;
  /** ID of the document whose title had the focus. */
  document: string | undefined;
  /** Timestamp of the event that left the page. */
  at: number;
}

/** Returns the stored position and removes it; undefined if the page was not left from this entry. */
export function takeScrollPosition(): ScrollPosition | undefined {
  const state = history.state as Record<string, unknown> | null;
  const position = state?.[scrollMember] as ScrollPosition | undefined;
  if (!position) return undefined;
  const { [scrollMember]: _, ...rest } = state!;
  history.replaceState(rest, '');
  return position;
}
