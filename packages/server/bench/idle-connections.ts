/** Memory benchmark of idle connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { report } from 'node:process';
import type { MeasuredServer } from './measured-server.ts';

/**
 * Memory of the server process with `count` idle connections, in MB. Null if the limit of open files is too low, or if the
 * server closes the first connections before the last ones are open.
 */
export async function memoryWithIdle(server: MeasuredServer, count: number): Promise<number | null> {
  if (maxOpenFiles() < count + 500) return null;
  let sockets: Socket[] = [];
  try {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      sockets = sockets.filter(({ readyState }) => readyState === 'open');
      if (sockets.length === count) return (await server.memory()) / 1e6;
      // Another request resets the idle timeout.
      for (let first = 0; first < sockets.length; first += atATime)
        await Promise.all(sockets.slice(first, first + atATime).map(request));
      while (sockets.length < count) {
        const some = Array.from({ length: Math.min(atATime, count - sockets.length) }, () =>
          connected(server.url),
        );
        sockets.push(...(await Promise.all(some)));
      }
    }
    return null;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

const MAX_TURNS = 4;
/** With more concurrent requests, their garbage would distort the result by a fifth. */
const atATime = 100;

/** A connection after one request. */
async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  await request(socket);
  return socket;
}

/** Resolves with the response, or when the connection is closed. */
async function request(socket: Socket): Promise<void> {
  if (socket.readyState !== 'open') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const responded = () => resolve();
  socket.on('data', responded).on('close', responded);
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await promise;
  socket.off('data', responded).off('close', responded);
}

function maxOpenFiles(): number {
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
