/** How much memory very many connections take that say nothing. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { report } from 'node:process';
import type { MeasuredServer } from './measured-server.ts';

/**
 * Of the server process with `count` connections, in MB; null where the system does not allow so many open files, or
 * where making them takes so long that the server ends the first ones before the last ones are there.
 */
export async function memoryWithIdle(server: MeasuredServer, count: number): Promise<number | null> {
  if (mostOpenFiles() < count + 500) return null;
  let sockets: Socket[] = [];
  try {
    for (let turn = 0; turn < mostTurns; turn += 1) {
      sockets = sockets.filter(({ readyState }) => readyState === 'open');
      if (sockets.length === count) return (await server.memory()) / 1e6;
      // What is asked again counts as used again, and stays.
      for (let asked = 0; asked < sockets.length; asked += atATime)
        await Promise.all(sockets.slice(asked, asked + atATime).map(ask));
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

const mostTurns = 4;
/** With more at once, what their requests leave to be collected would count: a fifth of the whole. */
const atATime = 100;

/** A connection that was used once. */
async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  await ask(socket);
  return socket;
}

/** Until it is answered, or the connection has ended. */
async function ask(socket: Socket): Promise<void> {
  if (socket.readyState !== 'open') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard = () => resolve();
  socket.on('data', heard).on('close', heard);
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await promise;
  socket.off('data', heard).off('close', heard);
}

function mostOpenFiles(): number {
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
