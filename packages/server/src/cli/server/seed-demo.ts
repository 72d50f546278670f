/** Seeds a new server with demo content and configurations through its own API. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigurationOutcome } from '@semantic-search/contract';
import type { Running } from '../../server.ts';
import { serverSpaceClient } from '../connections/server-space-client.ts';
import { ingestFiles } from '../content/ingest-files.ts';

/** Contents of `configurations.json`. Configurations are created last: their existence marks complete seeding. */
interface DemoManifest {
  space: string;
  thesaurus: string;
  documents: string;
  configurations: { active?: boolean; config: object }[];
}

/** Safe to repeat after an interruption: ingestion is idempotent. */
export async function seedDemo({ url, issuer, setLoaded }: Running, folder: string): Promise<void> {
  const grant = {
    subject: 'first start',
    scopes: ['configurations:write', 'spaces:write'] as const,
    lifetime: 3600,
  };
  const { token } = await issuer.access(grant);
  const manifest = JSON.parse(await readFile(join(folder, 'configurations.json'), 'utf8')) as DemoManifest;
  const space = serverSpaceClient(url, token, manifest.space);
  await ingestFiles(space, {
    space: manifest.space,
    thesaurus: join(folder, manifest.thesaurus),
    documents: join(folder, manifest.documents),
  });
  for (const { active, config } of manifest.configurations) {
    const created = await post<ConfigurationOutcome>(url, token, '/api/configurations', { config });
    for (const { key, message } of created.errors) console.warn(`configurations.json: ${key} ${message}`);
    if (active) await post(url, token, `/api/configurations/${created.id}/set`);
  }
  setLoaded();
}

async function post<Outcome>(url: string, token: string, path: string, body?: object): Promise<Outcome> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${path} returned HTTP status ${response.status}: ${await response.text()}`);
  return (await response.json()) as Outcome;
}
