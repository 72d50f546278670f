/** Website on a free local port, whose pages a test changes. */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
export type Resource = string | Uint8Array | Handler;

export interface Website {
  url: string;
  /** Resources by path with query. */
  pages: Map<string, Resource>;
  /** Requested paths, in order. */
  requests: string[];
  close(): Promise<void>;
}

export async function website(pages: Record<string, Resource> = {}): Promise<Website> {
  const resources = new Map(Object.entries(pages));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url!;
    requests.push(path);
    const resource = resources.get(path);
    if (typeof resource === 'function') return resource(request, response);
    response.statusCode = resource === undefined ? 404 : 200;
    if (resource !== undefined) response.setHeader('content-type', mediaType(path));
    response.end(resource);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    pages: resources,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function mediaType(path: string): string {
  if (path.endsWith('.txt')) return 'text/plain';
  if (path.endsWith('.xml')) return 'application/xml';
  if (path.endsWith('.zip')) return 'application/zip';
  return path.endsWith('.pdf') ? 'application/pdf' : 'text/html; charset=utf-8';
}

export function respond(status: number, headers: OutgoingHttpHeaders = {}, body = ''): Handler {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** A page with a main element and links. */
export function page(title: string, text: string, links: readonly string[] = [], head = ''): string {
  const anchors = links.map((href) => `<a href="${href}">link</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head>
    <body><nav>${anchors}</nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
}
