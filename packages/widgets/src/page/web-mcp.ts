/** WebMCP tool for agents of the browser (lazy; only where the browser has the API). */
import type { SearchResponse } from '@semantic-search/contract';
import { MAX_TYPED_CHARACTERS } from '../store/query-state.ts';
import type { SearchHost } from '../store/search-context.ts';

/** The draft of the W3C group Web Machine Learning: https://webmachinelearning.github.io/webmcp/ */
interface ModelContext {
  registerTool(tool: ModelContextTool, options: { signal: AbortSignal }): Promise<void> | undefined;
}

export interface ModelContextTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean };
  execute(given: { input?: unknown }): Promise<object>;
}

/** Only with the API, which browsers have on pages with TLS. Registers the tool while the element is connected. */
export function addWebMcp(host: SearchHost): void {
  const { modelContext } = document as Document & { modelContext?: ModelContext };
  let registration: AbortController | undefined;
  const register = async ({ signal }: AbortController) => {
    try {
      await modelContext?.registerTool(searchTool(host), { signal });
    } catch (cause) {
      // Another search of the page has registered it, or the policy of the page forbids tools.
      console.debug(cause);
    }
  };
  host.addController({
    hostConnected: () => {
      registration = new AbortController();
      void register(registration);
    },
    hostDisconnected: () => registration?.abort(),
  });
}

function searchTool(host: SearchHost): ModelContextTool {
  const title = host.store?.settings?.title;
  return {
    name: 'search',
    title: title || 'Search',
    description:
      'Searches the documents of this website by words and by the concepts of a thesaurus, and shows the results on the page. Returns title, link and summary of the documents on the first page.',
    inputSchema: {
      type: 'object',
      required: ['input'],
      properties: {
        input: { type: 'string', maxLength: MAX_TYPED_CHARACTERS, description: 'Words or a question.' },
      },
    },
    annotations: { readOnlyHint: true, untrustedContentHint: true },
    execute: ({ input }) => search(host, input),
  };
}

async function search(host: SearchHost, input: unknown): Promise<object> {
  if (typeof input !== 'string' || input.length > MAX_TYPED_CHARACTERS)
    throw new TypeError(`input must be a text of at most ${MAX_TYPED_CHARACTERS} characters.`);
  // In dialog mode, the visitor may not have opened the search.
  if (!host.store) host.open();
  await host.ready;
  const store = host.store!;
  await store.change({ input });
  if (store.error) throw new Error(store.error.message);
  if (store.pending || store.query.input !== input) throw new Error('Another search replaced this one.');
  return resultOf(store.response!);
}

function resultOf({ total, result, query, suggestion }: SearchResponse): object {
  return {
    total,
    results: result.map(({ title, link, description }) => ({ title, link, summary: description })),
    recognizedConcepts: query.concepts.map(({ label }) => label),
    ...(suggestion !== undefined && { didYouMean: suggestion }),
  };
}
