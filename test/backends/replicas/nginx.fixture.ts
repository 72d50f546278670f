/** nginx with the configuration of the page on replicas, except for addresses and the response timeout. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../packages/server/test/support/free-port.ts';
import { root } from '../../support/service.ts';
import type { Program } from './balancer.fixture.ts';

export const nginx: Program = {
  command: 'nginx',
  async prepare(servers, directory, patience) {
    const port = await freePort();
    const file = join(directory, 'nginx.conf');
    await writeFile(file, around(await configuration(servers, port, patience), directory));
    return {
      words: ['-e', 'stderr', '-c', file],
      url: `http://127.0.0.1:${port}`,
      // Longer than `fail_timeout`, after which nginx tries a failed server again.
      sees: () => pause(2000),
    };
  },
};

/** The block of the page, with other servers. */
async function configuration(servers: readonly number[], port: number, patience: number): Promise<string> {
  const page = await readFile(join(root, 'docs/src/content/docs/how-to/postgresql-replicas.md'), 'utf8');
  const [, block] = /```nginx\n([^`]*)```/.exec(page) ?? [];
  if (block === undefined)
    throw new Error('docs/src/content/docs/how-to/postgresql-replicas.md has no nginx configuration.');
  const lines = block.split('\n');
  const first = lines.findIndex((line) => line.includes('server search-1:8080'));
  const named = lines.filter((line) => line.includes('server search-'));
  const own = servers.map((each) => lines[first]!.replace('search-1:8080', `127.0.0.1:${each}`));
  lines.splice(first, named.length, ...own);
  return lines
    .join('\n')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('proxy_read_timeout 60s;', `proxy_read_timeout ${patience}s;`);
}

/** Surrounding configuration, as in a distribution. */
function around(block: string, directory: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(directory, name)};`,
  );
  return `
daemon off;
pid ${join(directory, 'nginx.pid')};
error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2000; }
http {
  access_log off;
${folders.join('\n')}
${block}
}
`;
}
