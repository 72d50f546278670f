/** Page-owned state of the current history entry. */

/** Its members, where it can have any: others go into a copy of them. */
export const stateOfPage = (): Record<string, unknown> => (isOpenState() ? history.state : {});

/** Members can be added to it: it is no word, number or list of the page's own. */
export const isOpenState = (): boolean =>
  history.state !== null && Object.getPrototypeOf(history.state) === Object.prototype;
