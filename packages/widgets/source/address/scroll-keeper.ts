/** Gives a visitor who comes back to the page the place in it, once what was there has been answered again. */

interface Place {
  top: number;
  /** Id of the document whose title had the focus. */
  document: string | undefined;
  /** Of the departure that it was noted at. */
  at: number;
}

const member = 'semantic-search';

/** Notes the place in the entry of the history that is left; the returned function stops that. */
export function keepPlace(focused: () => string | undefined): () => void {
  const note = ({ timeStamp: at }: Event) => {
    const state = history.state as Record<string, Place> | null;
    const document = focused();
    // Another instance on the page may just have noted where the visitor was.
    if (state?.[member]?.at === at && !document) return;
    const place: Place = { top: scrollY, document, at };
    history.replaceState({ ...state, [member]: place }, '');
  };
  addEventListener('pagehide', note);
  return () => removeEventListener('pagehide', note);
}

/** The place to return to; undefined where the page was not left from here. Asked once. */
export function formerPlace(): Place | undefined {
  const state = history.state as Record<string, unknown> | null;
  const place = state?.[member] as Place | undefined;
  if (!place) return undefined;
  const { [member]: _, ...rest } = state!;
  history.replaceState(rest, '');
  return place;
}
