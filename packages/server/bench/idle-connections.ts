/** How much memory very many connections take that say nothing. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { report } from 'node:process';
import type { MeasuredServer } from './measured-server.ts';

/** Of the server process with `count` connections, in MB; null where the system does not allow so many open files. */
export async function memoryWithIdle(server: MeasuredServer, count: number): Promise<number | null> {
  if (mostOpenFiles() < count + 500) return null;
  const sockets: Socket[] = [];
  try {
    for (let made = 0; made < count; made += 200) {
      const some = Array.from({ length: 200 }, () => asking(server.url));
      sockets.push(...(await Promise.all(some)));
    }
    return (await server.memory()) / 1e6;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** A connection that was used once. */
async function asking(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

function mostOpenFiles(): number {
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}
