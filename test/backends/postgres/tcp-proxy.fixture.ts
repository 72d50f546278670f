/** TCP proxy between a replica and its database that can be cut at a commit, or hang. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type ProxyMode =
  | 'well'
  /** The commit does not arrive. */
  | 'cut before commit'
  /** The commit arrives, its response does not. */
  | 'cut after commit'
  /** The same, and all later connections hang. */
  | 'lost after commit'
  /** Connections hang and stay open. */
  | 'dead';

export interface TcpProxy {
  /** URL of the database through the proxy. */
  url: string;
  behave(manner: ProxyMode): void;
  /** Number of connections cut at a commit. */
  cuts(): number;
  close(): Promise<void>;
}

export async function startTcpProxy(database: string): Promise<TcpProxy> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let manner: ProxyMode = 'well';
  let cuts = 0;

  const server = createServer((near) => {
    if (manner === 'lost after commit') return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', cut);
    }
    const cutAtCommit = () => {
      cuts += 1;
      cut();
    };
    let answerless = false;
    near.on('data', (bytes) => {
      if (manner === 'dead') return;
      if (manner !== 'well' && isCommit(bytes)) {
        if (manner === 'cut before commit') return cutAtCommit();
        answerless = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (manner === 'dead') return;
      // The server responds to the commit, so it is done.
      if (answerless) cutAtCommit();
      else near.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    behave(next) {
      manner = next;
    },
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Not the `READ COMMITTED` of a BEGIN. */
const isCommit = (bytes: Buffer) => /\bCOMMIT\b/.test(bytes.toString('latin1'));
