/** Search of the site and live examples in its pages, if the service of this origin offers them. */

/** Response of the service, which serves the site. */
interface ManualSearch {
  token: string;
  /** Configuration that searches the pages of the site. */
  manual: number | null;
  /** Configuration for live examples. */
  example: number | null;
}

async function showSearches(): Promise<void> {
  const response = await fetch('/manual/_search');
  if (!response.ok) return;
  const { token, manual, example } = (await response.json()) as ManualSearch;
  const live = [...document.querySelectorAll<HTMLElement>('[data-live-search]')];
  if (manual === null && (example === null || live.length === 0)) return;
  await import(/* @vite-ignore */ `${location.origin}/widget.js`);
  if (manual !== null)
    document
      .querySelector('[data-site-search]')
      ?.append(
        search(manual, token, { mode: 'dialog', heading: '', 'title-action': 'link', 'no-actions': '' }),
      );
  if (example === null) return;
  for (const place of live)
    place.replaceChildren(search(example, token, { 'no-url': '', 'no-shortcut': '', 'heading-level': '3' }));
}

function search(configuration: number, token: string, attributes: Record<string, string>): HTMLElement {
  const element = document.createElement('semantic-search');
  const all = { configuration: `${configuration}`, token, ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  return element;
}

void showSearches();
