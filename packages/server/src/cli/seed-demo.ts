/** Fills a server that never had a configuration, through its own API, from a folder such as `demo/`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigurationOutcome } from '@semantic-search/contract';
import type { Running } from '../server.ts';
import { ingestFiles } from './ingest-files.ts';
import { remoteSpace } from './remote-space.ts';

/** `configurations.json` of the folder. Configurations come last: with one there, the filling is complete. */
interface FirstStart {
  space: string;
  thesaurus: string;
  documents: string;
  configurations: { active?: boolean; config: object }[];
}

/** Repeating it after an interruption is safe: content is replaced by the same content. */
export async function seedDemo({ url, issuer }: Running, folder: string): Promise<void> {
  const wish = {
    subject: 'first start',
    scopes: ['configurations:write', 'spaces:write'] as const,
    lifetime: 3600,
  };
  const { token } = await issuer.access(wish);
  const start = JSON.parse(await readFile(join(folder, 'configurations.json'), 'utf8')) as FirstStart;
  const space = remoteSpace(url, token, start.space);
  await ingestFiles(space, {
    space: start.space,
    thesaurus: join(folder, start.thesaurus),
    documents: join(folder, start.documents),
  });
  for (const { active, config } of start.configurations) {
    const created = await post<ConfigurationOutcome>(url, token, '/api/configurations', { config });
    for (const { key, message } of created.errors) console.warn(`configurations.json: ${key} ${message}`);
    if (active) await post(url, token, `/api/configurations/${created.id}/set`);
  }
}

async function post<Outcome>(url: string, token: string, path: string, body?: object): Promise<Outcome> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Outcome;
}
