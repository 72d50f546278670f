/** Default endpoint: base URL of this script. */

/** The URL below which `widget.js` and `assets/` are, pinned to a build (`assets/<hash>/`) or not. */
export const ownEndpoint: string = import.meta.url.replace(
  /(\/assets(\/[\w-]{22}(\/assets)?)?)?\/[^/]*$/,
  '',
);
