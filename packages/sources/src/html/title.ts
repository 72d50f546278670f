/** Removal of the site's name from the title of a page: `Passport | City of …` becomes `Passport`. */

const SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' • ', ' :: ', ' » ', ' « ', ' / '];

/** Removes a known name of the site at either end, or all that follows the page's main heading. */
export function withoutSiteName(title: string, siteNames: readonly string[], heading: string): string {
  const lower = title.toLowerCase();
  for (const name of siteNames.map((each) => each.trim().toLowerCase()).filter((each) => each !== '')) {
    for (const separator of SEPARATORS) {
      if (lower.endsWith(separator + name)) return title.slice(0, -(separator.length + name.length)).trim();
      if (lower.startsWith(name + separator)) return title.slice(name.length + separator.length).trim();
    }
  }
  const main = heading.toLowerCase();
  const isExtended = main !== '' && SEPARATORS.some((separator) => lower.startsWith(main + separator));
  return isExtended ? title.slice(0, main.length) : title;
}
