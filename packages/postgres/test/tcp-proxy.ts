/** TCP proxy between a replica and its database that can be cut at a commit, or hang. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type ProxyMode =
  | 'forward'
  /** The commit does not arrive. */
  | 'cut before commit'
  /** The commit arrives; its response does not. */
  | 'cut after commit'
  /** The same, and all later connections are closed at once. */
  | 'lost after commit'
  /** Open and later connections are closed at once. */
  | 'refuse'
  /** Connections stay open but transfer nothing. */
  | 'hang';

export interface TcpProxy {
  /** URL of the database through the proxy. */
  url: string;
  setMode(mode: ProxyMode): void;
  /** Number of connections cut at a commit. */
  cuts(): number;
  /** Number of connections that were refused or lost after a commit. */
  refusals(): number;
  close(): Promise<void>;
}

export async function startTcpProxy(database: string): Promise<TcpProxy> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let mode: ProxyMode = 'forward';
  let cuts = 0;
  let refusals = 0;

  const server = createServer((client) => {
    if (mode === 'lost after commit' || mode === 'refuse') {
      refusals += 1;
      return void client.destroy();
    }
    const upstream = connect(Number(target.port), target.hostname);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', cut);
    }
    const cutAtCommit = () => {
      cuts += 1;
      cut();
    };
    let isCommitSent = false;
    client.on('data', (bytes) => {
      if (mode === 'hang') return;
      if (mode !== 'forward' && isCommit(bytes)) {
        if (mode === 'cut before commit') return cutAtCommit();
        isCommitSent = true;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (mode === 'hang') return;
      // The server responds to the commit, so the commit has succeeded.
      if (isCommitSent) cutAtCommit();
      else client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    setMode(next) {
      mode = next;
      if (mode === 'refuse') for (const socket of sockets) socket.destroy();
    },
    cuts: () => cuts,
    refusals: () => refusals,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Not the `READ COMMITTED` of a BEGIN. */
const isCommit = (bytes: Buffer) => /\bCOMMIT\b/.test(bytes.toString('latin1'));
