/**
 * Minimal search server, the lower bound for the cost of a search through a remote service.
 *
 * It validates the body, plans the query, calls the adapter and presents the response. It has no Koa, authentication, limits,
 * logging, deadline, coalescing or metrics.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { defaultSettings, SearchRequest } from '@semantic-search/contract';
import { graphsearchBackend } from '../../graphsearch/src/backend.ts';
import { planSearch } from '../src/search/plan.ts';
import { presentSearch } from '../src/search/present.ts';
import { parse } from '../src/validation.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const name = 'animals';

/** `url` is the remote service, `searchSpaceId` its space. */
export async function minimalSearch(url: URL, searchSpaceId: string): Promise<Answer> {
  const credentials = { type: 'none' } as const;
  const backend = graphsearchBackend({ name, url, searchSpaceId, credentials, deadlineMs: 10_000 });
  const space = (await backend.space(name))!;
  return async (request, response) => {
    const started = performance.now();
    const query = parse(SearchRequest, JSON.parse(Buffer.concat(await request.toArray()).toString()));
    const { signal } = new AbortController();
    const found = await space.search(planSearch(query, defaultSettings), signal);
    const presented = presentSearch(found, defaultSettings, undefined, performance.now() - started);
    const text = JSON.stringify(presented);
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  };
}
