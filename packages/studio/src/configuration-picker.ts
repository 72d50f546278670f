/** What the main page starts from, and the address of another configuration. */

/** What the server writes into the page. */
export interface Start {
  token: string;
  /** The configuration to search with, which the token is for; null when there is none. */
  chosen: number | null;
  configurations: { id: number; title: string }[];
}

/** The address for another configuration: what was searched with the former one does not go along. */
export function choose(address: string, id: number): string {
  const url = new URL(address);
  url.search = new URLSearchParams({ configuration: `${id}` }).toString();
  url.hash = '';
  return url.href;
}
