/** State of the current history entry, which the page and several modules share. */

/** The members of the state, to be copied into a new state; empty if it is not a plain object. */
export const historyState = (): Record<string, unknown> => (isExtensibleState() ? history.state : {});

/** Whether members can be added to the state: it is not a string, number or array of the page. */
export const isExtensibleState = (): boolean =>
  history.state !== null && Object.getPrototypeOf(history.state) === Object.prototype;

/** Name of the scroll position in a history state. */
export const scrollMember = 'semantic-search';
