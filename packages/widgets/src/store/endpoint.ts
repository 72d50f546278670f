/** Default endpoint: base URL of this script. */

/** What `widget.js` and its `assets/` lie under, pinned to a build (`assets/<hash>/`) or not; no deployment needs to be told its own address. */
export const ownEndpoint: string = import.meta.url.replace(
  /(\/assets(\/[\w-]{22}(\/assets)?)?)?\/[^/]*$/,
  '',
);
