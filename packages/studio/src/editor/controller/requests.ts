/** Requests of the editor other than operations on configurations. */
import { ApiError } from '@semantic-search/client';
import type { Space, SpaceList } from '@semantic-search/contract';
import { type Schema, settingsSchema } from '../settings/schema.ts';

/** Loads the settings schema from the OpenAPI description. Rejects with ApiError. */
export async function loadSchema(): Promise<Schema> {
  const response = await fetch('/openapi.json').catch(() => undefined);
  if (!response?.ok) {
    const detail = 'The API description cannot be loaded. Reload the page.';
    throw new ApiError({ status: response?.status ?? 0, code: 'unreadable', detail });
  }
  const { components } = (await response.json()) as { components: { schemas: Record<string, Schema> } };
  return settingsSchema(components.schemas);
}

/** Script of the widgets with its checksum (W3C Subresource Integrity). */
export interface WidgetScript {
  script: string;
  integrity: string;
}

/** Loads the immutable URL of the current script. Rejects with ApiError. */
export async function loadWidgetScript(): Promise<WidgetScript> {
  const response = await fetch('/integrity.json').catch(() => undefined);
  if (!response?.ok) {
    const detail = 'The address of the script cannot be loaded. Reload the page.';
    throw new ApiError({ status: response?.status ?? 0, code: 'unreadable', detail });
  }
  const { script, integrity } = (await response.json()) as {
    script: string;
    integrity: Record<string, string>;
  };
  return { script, integrity: integrity[script] ?? '' };
}

/** Loads the search spaces. Undefined on failure; then names can be typed. */
export async function loadSpaces(token: string): Promise<readonly Space[] | undefined> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch('/api/spaces', { headers }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { spaces } = (await response.json()) as SpaceList;
  return spaces;
}
