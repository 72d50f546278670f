/** Lazy files that do not come: the line broke, or a new version has taken the place of the old. */

/** What `coming` brings, or undefined where it could not be loaded, which the page's author is told. */
export const arrived = <Part>(coming: Promise<Part>): Promise<Part | undefined> =>
  coming.catch((cause: unknown) => void console.error(cause));
