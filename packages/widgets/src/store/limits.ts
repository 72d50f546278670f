/** Limits of requests, as in the contract. */

/** Results per request. */
export const MAX_PAGE_SIZE = 100;
/** Characters of a search that a visitor types. */
export const MAX_TYPED_CHARACTERS = 1000;
/** Characters of a text for which concepts are suggested. */
export const MAX_FRAGMENT_CHARACTERS = 200;
