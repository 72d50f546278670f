/** HAProxy with the configuration that is delivered with the compose file, but for its addresses, and the time that a server has for an answer. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../packages/server/test/support/free-port.ts';
import { root } from '../../support/service.ts';
import type { Program } from './balancer.fixture.ts';

/** The text with what is in other places here. Rejects where it has none of it. */
export async function delivered(here: readonly (readonly [there: string, own: string])[]): Promise<string> {
  const text = await readFile(join(root, 'packages/server/deploy/compose/haproxy.cfg'), 'utf8');
  return here.reduce((all, [there, own]) => {
    if (!all.includes(there)) throw new Error(`haproxy.cfg has no ${there}.`);
    return all.replace(there, () => own);
  }, text);
}

/** Servers are found by a name in the compose file, and checked in the same way. */
const template = 'server-template server 8 server:8080';
const found = 'resolvers containers init-addr none';

export const haproxy: Program = {
  command: 'haproxy',
  async prepare(servers, directory, patience) {
    const [port, statePort] = [await freePort(), await freePort()];
    const [, check = ''] = new RegExp(`${template} (.*) ${found}`).exec(await delivered([])) ?? [];
    const lines = servers.map((each, i) => `server replica${i} 127.0.0.1:${each} ${check}`);
    const text = await delivered([
      ['bind :8080', `bind 127.0.0.1:${port}`],
      [`${template} ${check} ${found}`, lines.join('\n  ')],
      ['timeout client 60s', `timeout client ${patience}s`],
      ['timeout server 60s', `timeout server ${patience}s`],
    ]);
    const file = join(directory, 'haproxy.cfg');
    await writeFile(file, text + state(statePort));
    return {
      words: ['-db', '-f', file],
      url: `http://127.0.0.1:${port}`,
      sees: (server) => isUpAgain(server, statePort),
    };
  },
};

/** Where it tells what it sees, to be added to its configuration. */
export const state = (port: number) => `
frontend state
  bind 127.0.0.1:${port}
  stats enable
  stats uri /
`;

async function isUpAgain(server: number, statePort: number): Promise<void> {
  await untilUp((names) => names.includes(`replica${server}`), statePort);
}

/** Resolves when `isEnough` of the servers that it takes for up. Rejects after half a minute. */
export async function untilUp(isEnough: (names: string[]) => boolean, statePort: number): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    if (isEnough(await up(statePort))) return;
    await pause(100);
  }
  throw new Error(`HAProxy sees only ${(await up(statePort)).join(' and ') || 'none'} of its servers.`);
}

/** Asks HAProxy itself (its Management Guide, section 9.1): the second member of a line is the server, the eighteenth its state. */
async function up(statePort: number): Promise<string[]> {
  const lines = await (await fetch(`http://127.0.0.1:${statePort}/;csv`)).text();
  return lines
    .split('\n')
    .map((line) => line.split(','))
    .filter(([proxy, name, ...others]) => proxy === 'servers' && name !== 'BACKEND' && others[15] === 'UP')
    .map(([, name]) => name!);
}
