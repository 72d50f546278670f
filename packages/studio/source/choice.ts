/** Which configuration the address of the page names, and the address that names another. */

/** What the server writes into the page. */
export interface Start {
  token: string;
  activeConfigId: number | null;
  configurations: { id: number; title: string }[];
}

/** The one in `?configuration=`, else the active one, else the first; undefined when there is none. */
export function startingConfiguration(start: Start, address: string): number | undefined {
  const ids = start.configurations.map(({ id }) => id);
  const named = Number(new URL(address).searchParams.get('configuration'));
  return [named, start.activeConfigId].find((id) => id !== null && ids.includes(id)) ?? ids[0];
}

/** The address for another configuration: what was searched with the former one does not go along. */
export function choose(address: string, id: number): string {
  const url = new URL(address);
  url.search = new URLSearchParams({ configuration: `${id}` }).toString();
  url.hash = '';
  return url.href;
}
