/** Schema of the settings, and script of the widgets, as the server publishes them. */
import { ApiError } from '@semantic-search/client';
import { settingTranslation, text } from '../../text/text.ts';
import { type Schema, settingsSchema } from '../settings/schema.ts';

/** Loads the settings schema from the OpenAPI description, with labels in the language of the person. Rejects with ApiError. */
export async function loadSchema(): Promise<Schema> {
  const { components } = await loadJson<{ components: { schemas: Record<string, Schema> } }>(
    '/openapi.json',
    text('schemaUnreadable'),
  );
  return settingsSchema(components.schemas, await settingTranslation());
}

/** Script of the widgets with its checksum (W3C Subresource Integrity). */
export interface WidgetScript {
  script: string;
  integrity: string;
}

/** Loads the immutable URL of the current script. Rejects with ApiError. */
export async function loadWidgetScript(): Promise<WidgetScript> {
  const { script, integrity } = await loadJson<{ script: string; integrity: Record<string, string> }>(
    '/integrity.json',
    text('scriptUnreadable'),
  );
  return { script, integrity: integrity[script] ?? '' };
}

async function loadJson<Content>(url: string, detail: string): Promise<Content> {
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) return (await response.json()) as Content;
  throw new ApiError({ status: response?.status ?? 0, code: 'unreadable', detail });
}
