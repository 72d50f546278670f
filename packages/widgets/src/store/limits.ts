/** Limits of the API. */

/** Results per request. */
export const MAX_PAGE_SIZE = 100;

/** Length of the text for which concepts are suggested. */
export const MAX_SEARCH_STRING_LENGTH = 200;
