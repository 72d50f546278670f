/** Embedding of a configuration: the script of the widgets, and the publishable token for a page. */
import { type Connection, issueToken } from '@semantic-search/client';
import type { TokenOutcome } from '@semantic-search/contract';
import type { WidgetScript } from './requests.ts';

export interface Embedding extends WidgetScript {
  configuration: number;
  /** The token for the page; undefined until it is issued. */
  issued?: TokenOutcome;
}

/** The embedding with a token for pages of `origins`; `lifetime` is in seconds. Rejects with ApiError. */
export async function withToken(
  embedding: Embedding,
  connection: Connection,
  { origins, lifetime }: { origins: string[]; lifetime: number },
): Promise<Embedding> {
  const issued = await issueToken(connection, {
    name: origins[0]!,
    configurations: [embedding.configuration],
    origins,
    lifetime,
  });
  return { ...embedding, issued };
}

/** The first of `origins` that is not a web address; undefined if all are. */
export const invalidOrigin = (origins: readonly string[]): string | undefined =>
  origins.find((origin) => !/^https?:\/\/[^/?#@]+$/.test(origin) || !URL.canParse(origin));

/** Origins in a text, separated by spaces or commas; a path is ignored, and `https:` assumed. */
export function originsIn(text: string): string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return [...new Set(words.map(originOf))];
}

function originOf(text: string): string {
  const url = text.includes('://') ? text : `https://${text}`;
  return URL.canParse(url) ? new URL(url).origin : text;
}
