/** HAProxy with the configuration of the compose file, except for addresses and the response timeout. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../packages/server/test/support/free-port.ts';
import { root } from '../../support/service.ts';
import type { Program } from './balancer.fixture.ts';

/** Configuration with replaced addresses. Rejects if an address to replace is missing. */
export async function deliveredConfiguration(
  here: readonly (readonly [there: string, own: string])[],
): Promise<string> {
  const text = await readFile(join(root, 'packages/server/deploy/compose/haproxy.cfg'), 'utf8');
  return here.reduce((all, [there, own]) => {
    if (!all.includes(there)) throw new Error(`haproxy.cfg has no ${there}.`);
    return all.replace(there, () => own);
  }, text);
}

/** The compose file finds servers by DNS; here they have fixed addresses and the same health check. */
const template = 'server-template server 8 server:8080';
const found = 'resolvers containers init-addr none';

export const haproxy: Program = {
  command: 'haproxy',
  async prepare(servers, directory, patience) {
    const [port, statePort] = [await freePort(), await freePort()];
    const [, check = ''] =
      new RegExp(`${template} (.*) ${found}`).exec(await deliveredConfiguration([])) ?? [];
    const lines = servers.map((each, i) => `server replica${i} 127.0.0.1:${each} ${check}`);
    const text = await deliveredConfiguration([
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

/** Additional configuration for the statistics page. */
export const state = (port: number) => `
frontend state
  bind 127.0.0.1:${port}
  stats enable
  stats uri /
`;

async function isUpAgain(server: number, statePort: number): Promise<void> {
  await untilUp((names) => names.includes(`replica${server}`), statePort);
}

/** Resolves when the set of servers that are up satisfies the predicate. Rejects after half a minute. */
export async function untilUp(isEnough: (names: string[]) => boolean, statePort: number): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    if (isEnough(await up(statePort))) return;
    await pause(100);
  }
  throw new Error(
    `HAProxy reports only these servers as up: ${(await up(statePort)).join(' and ') || 'none'}`,
  );
}

/** Statistics CSV (Management Guide, section 9.1): column 2 is the server, column 18 its status. */
async function up(statePort: number): Promise<string[]> {
  const lines = await (await fetch(`http://127.0.0.1:${statePort}/;csv`)).text();
  return lines
    .split('\n')
    .map((line) => line.split(','))
    .filter(([proxy, name, ...others]) => proxy === 'servers' && name !== 'BACKEND' && others[15] === 'UP')
    .map(([, name]) => name!);
}
