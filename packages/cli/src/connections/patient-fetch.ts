/** HTTP requests without timeouts, for imports and training, which may take hours. */
import { once } from 'node:events';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ApiResponse } from '@semantic-search/client';

/** TCP keep-alive detects a server whose machine has disappeared. */
const KEEP_ALIVE_DELAY_MS = 30_000;

/** Replaces `fetch` of Node, which ends after five minutes. Creates no `Response` or `Headers`: they load all code of `fetch`. */
export async function patientFetch(address: string, options: RequestInit): Promise<ApiResponse> {
  const { method, headers, body, signal } = options;
  const { request } = process.getBuiltinModule(address.startsWith('https:') ? 'node:https' : 'node:http');
  const call = request(address, { method, headers, signal } as RequestOptions);
  // `once` reports an error before the response; without a listener, a later error would end the process.
  call.on('error', () => undefined).setSocketKeepAlive(true, KEEP_ALIVE_DELAY_MS);
  // Not awaited: the response may come before the end of the body. If the body fails, the request fails.
  if (body instanceof ReadableStream) pipeline(body, call).catch((cause) => call.emit('error', cause));
  else call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode!,
    ok: response.statusCode! < 300,
    headers: { get: (name) => response.headers[name.toLowerCase()]?.toString() ?? null },
    json: () => json(response),
    text: () => text(response),
    get body() {
      return Readable.toWeb(response) as ApiResponse['body'];
    },
  };
}
