/** A line between a replica and its database that can be cut at a commit, or go dead. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Manner =
  | 'well'
  /** The commit never arrives. */
  | 'cut before commit'
  /** The commit arrives, its answer does not. */
  | 'cut after commit'
  /** The same, and nothing answers afterwards. */
  | 'lost after commit'
  /** Nothing answers, and nothing is closed. */
  | 'dead';

export interface Line {
  /** The URL of the database, through this line. */
  url: string;
  behave(manner: Manner): void;
  /** How often it was cut at a commit. */
  cuts(): number;
  close(): Promise<void>;
}

export async function lineTo(database: string): Promise<Line> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let manner: Manner = 'well';
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
      // What it answers is the commit, so it is done.
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

/** Not the isolation that a transaction begins with. */
const isCommit = (bytes: Buffer) => /\bCOMMIT\b/.test(bytes.toString('latin1'));
