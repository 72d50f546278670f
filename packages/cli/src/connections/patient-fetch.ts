/** `fetch` without a limit of time, because imports and training may take very long. */
import { Readable } from 'node:stream';
import { Agent, type RequestInit, fetch as undiciFetch } from 'undici';

const dispatcher = new Agent({
  headersTimeout: 0,
  bodyTimeout: 0,
  // Notices a server whose machine has gone.
  connect: { keepAlive: true, keepAliveInitialDelay: 30_000 },
});

export const patientFetch: typeof fetch = async (input, init) => {
  const options = { ...init, dispatcher, duplex: 'half' } as RequestInit;
  return (await undiciFetch(String(input), options)) as unknown as Response;
};

/** A body that is read as the connection takes it. */
export function uploadStream(
  content: AsyncIterable<string | Uint8Array>,
): globalThis.ReadableStream<Uint8Array> {
  const stream = Readable.toWeb(Readable.from(content, { objectMode: false }));
  return stream as unknown as globalThis.ReadableStream<Uint8Array>;
}
