/** Low-overhead load client: prepared bytes on open sockets, sequential requests on each. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LoadRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export interface LoadClient {
  /** Sends `count` requests, distributed over all sockets. Throws for an unexpected status. */
  send(requests: readonly LoadRequest[], status: number, count: number): Promise<void>;
  close(): void;
}

export async function loadClient(url: string, connections: number): Promise<LoadClient> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // An error is followed by `close`, which rejects the request.
  for (const socket of sockets) socket.on('error', () => undefined);
  return {
    async send(requests, status, count) {
      const bytes = requests.map(written);
      const share = Math.ceil(count / connections);
      const sleep = preventSleep();
      try {
        await Promise.all(
          sockets.map((socket, i) => sendOn(socket, bytes[i % bytes.length]!, status, share)),
        );
      } finally {
        sleep();
      }
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Keeps this process busy until the returned function is called. On one machine, the server pays for waking its client, a
 * third of the cost of a read; a faster server would find its client awake more often.
 */
function preventSleep(): () => void {
  let awake = true;
  const turn = () => {
    if (awake) setImmediate(turn);
  };
  turn();
  return () => {
    awake = false;
  };
}

function written({ method = 'GET', path, headers = {}, body }: LoadRequest): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: 'localhost',
    ...headers,
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(content),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
}

function sendOn(socket: Socket, request: Buffer, status: number, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let [responded, missing, tail] = [0, 0, ''];
    const leave = (error?: Error) => {
      socket.removeListener('data', read).removeListener('close', gone);
      if (error) reject(error);
      else resolve();
    };
    const gone = () => leave(new Error('The server closed the connection'));
    const read = (chunk: Buffer) => {
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 5))).slice(-5);
      missing = missing > 0 ? missing - chunk.length : missingAfter(chunk, status);
      if (missing === Number.POSITIVE_INFINITY && tail === '0\r\n\r\n') missing = 0;
      if (Number.isNaN(missing)) leave(new Error(`Expected status ${status}: ${chunk.subarray(0, 400)}`));
      if (missing !== 0) return;
      responded += 1;
      if (responded === count) leave();
      else socket.write(request);
    };
    socket.on('data', read).once('close', gone);
    socket.write(request);
  });
}

/** Missing bytes of the response, infinite if it is chunked, NaN for an unexpected response. */
function missingAfter(first: Buffer, status: number): number {
  const end = first.indexOf('\r\n\r\n');
  const head = first.toString('latin1', 0, end);
  if (end < 0 || head.slice(9, 12) !== String(status)) return Number.NaN;
  if (status === 304) return 0;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? Number.NaN : end + 4 + Number(length) - first.length;
}
