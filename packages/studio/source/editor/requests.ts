/** What the editor asks of the service beside the operations on configurations. */
import type { Space, SpaceList } from '@semantic-search/contract';
import { type Schema, settingsSchema } from './schema.ts';

/** The schema of the settings, out of the service's own description. */
export async function loadSchema(): Promise<Schema> {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`The description of the service answers with ${response.status}.`);
  const { components } = (await response.json()) as { components: { schemas: Record<string, Schema> } };
  return settingsSchema(components.schemas);
}

/** What there is to search; without it every name has to be typed, so that it never stands in the way. */
export async function loadSpaces(token: string): Promise<readonly Space[]> {
  const response = await fetch('/api/spaces', { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) return [];
  const { spaces } = (await response.json()) as SpaceList;
  return spaces;
}
