/** A proxy between adapter and cluster that can keep answers back, or take a shard's part out of the word for it, as a lost one would. */
import { createServer } from 'node:http';

export interface Between {
  url: URL;
  behave(how: 'well' | 'hang' | 'halve'): void;
  /** Nothing answers at its address after this. */
  close(): Promise<void>;
}

export async function standBetween(cluster: URL): Promise<Between> {
  let manner: 'well' | 'hang' | 'halve' = 'well';
  const server = createServer(async (request, response) => {
    if (manner === 'hang') return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const type = request.headers['content-type'];
    const answer = await fetch(new URL(request.url ?? '/', cluster), {
      method: request.method ?? 'GET',
      headers: type ? { 'content-type': type } : {},
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(manner === 'halve' ? text.replace('"failed":0', '"failed":1') : text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    behave(how) {
      manner = how;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
