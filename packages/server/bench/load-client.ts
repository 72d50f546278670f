/** A client that costs little beside the servers it asks: prepared bytes on open sockets, one question after another on each. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Question {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export interface LoadClient {
  /** Asks `count` times over all sockets. Throws for another status than expected. */
  ask(question: Question, status: number, count: number): Promise<void>;
  close(): void;
}

export async function loadClient(url: string, connections: number): Promise<LoadClient> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    async ask(question, status, count) {
      const bytes = written(question);
      const share = Math.ceil(count / connections);
      await Promise.all(sockets.map((socket) => askOn(socket, bytes, status, share)));
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function written({ method = 'GET', path, headers = {}, body }: Question): Buffer {
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

function askOn(socket: Socket, question: Buffer, status: number, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let [answered, missing] = [0, 0];
    const leave = (error?: Error) => {
      socket.removeListener('data', read).removeListener('close', gone);
      if (error) reject(error);
      else resolve();
    };
    const gone = () => leave(new Error('The server has closed the connection'));
    const read = (chunk: Buffer) => {
      missing = missing > 0 ? missing - chunk.length : rest(chunk);
      if (Number.isNaN(missing)) leave(new Error(`Another answer than ${status}: ${chunk.subarray(0, 400)}`));
      if (missing > 0) return;
      answered += 1;
      if (answered === count) leave();
      else socket.write(question);
    };
    /** Bytes of the answer that are still to come; not a number for another answer than was expected. */
    const rest = (chunk: Buffer): number => {
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.toString('latin1', 0, end);
      if (end < 0 || head.slice(9, 12) !== String(status)) return Number.NaN;
      if (status === 304) return 0;
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      return length === undefined ? Number.NaN : end + 4 + Number(length) - chunk.length;
    };
    socket.on('data', read).once('close', gone);
    socket.write(question);
  });
}
