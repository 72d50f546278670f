/** The endpoint: the service that this script came from. */

/** What `widget.js` and its `assets/` lie under; no deployment needs to be told its own address. */
export const ownEndpoint: string = import.meta.url.replace(/\/(assets\/)?[^/]*$/, '');
