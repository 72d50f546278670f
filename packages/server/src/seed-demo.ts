/** Demo content and configurations of a new server, loaded through its own API. */
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigurationOutcome, IngestProgress, ThesaurusOutcome } from '@semantic-search/contract';
import { documentFormat } from '@semantic-search/engine';
import { RDF_FILE_ENDINGS, rdfMediaType } from '@semantic-search/query/media-types';
import type { Running } from './server.ts';

/** Content of `configurations.json`. */
interface DemoManifest {
  space: string;
  thesaurus: string;
  documents: string;
  configurations: { active?: boolean; config: object }[];
}

const documentTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' };

/** Longer than loading takes. */
const TOKEN_LIFETIME_SECONDS = 3600;

/** Calls an operation. Resolves to the text of a successful response, and rejects otherwise. */
type CallApi = (method: string, path: string, mediaType: string, body: BodyInit | null) => Promise<string>;

/** Safe to repeat: ingestion is idempotent. Configurations come last, so their existence means that everything is loaded. */
export async function seedDemo({ url, issuer, setDemoLoaded }: Running, folder: string): Promise<void> {
  const scopes = ['configurations:write', 'spaces:write'] as const;
  const { token } = await issuer.access({ subject: 'first start', scopes, lifetime: TOKEN_LIFETIME_SECONDS });
  const call: CallApi = async (method, path, mediaType, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': mediaType };
    const response = await fetch(url + path, { method, headers, body });
    const text = await response.text();
    if (response.ok) return text;
    throw new Error(`${path} returned HTTP status ${response.status}: ${text}`);
  };
  const manifest = JSON.parse(await readFile(join(folder, 'configurations.json'), 'utf8')) as DemoManifest;
  await seedContent(call, manifest, folder);
  for (const { active, config } of manifest.configurations) {
    const body = JSON.stringify({ config });
    const response = await call('POST', '/api/configurations', 'application/json', body);
    const { id, errors } = JSON.parse(response) as ConfigurationOutcome;
    for (const { key, message } of errors) console.warn(`configurations.json: ${key} ${message}`);
    if (active) await call('POST', `/api/configurations/${id}/set`, 'application/json', null);
  }
  setDemoLoaded();
}

/** The thesaurus comes first, because documents are tagged with its concepts. */
async function seedContent(call: CallApi, manifest: DemoManifest, folder: string): Promise<void> {
  const { space, thesaurus, documents } = manifest;
  const path = `/api/spaces/${encodeURIComponent(space)}`;
  const rdfType = rdfMediaType(thesaurus);
  if (!rdfType) throw new Error(`${thesaurus}: unsupported thesaurus format; expected ${RDF_FILE_ENDINGS}`);
  const thesaurusFile = await openAsBlob(join(folder, thesaurus));
  const imported = await call('PUT', `${path}/thesaurus`, rdfType, thesaurusFile);
  const { concepts, labels, languages } = JSON.parse(imported) as ThesaurusOutcome;
  console.log(`${space}: ${concepts} concepts, ${labels} labels in ${languages.join(', ')}`);
  const format = documentFormat(documents);
  if (!format) throw new Error(`${documents}: unsupported document format; expected .ndjson, .jsonl or .csv`);
  const documentFile = await openAsBlob(join(folder, documents));
  const progress = await call('POST', `${path}/documents`, documentTypes[format], documentFile);
  const lines = progress.trim().split('\n');
  const steps = lines.map((line) => JSON.parse(line) as IngestProgress);
  for (const { line, message } of steps.flatMap(({ errors }) => errors))
    console.error(`${documents}, line ${line}: ${message}`);
  const { accepted = 0, refused = 0, done } = steps.at(-1) ?? {};
  if (!done) throw new Error(`${documents}: the server closed the connection`);
  console.log(`${space}: ${accepted} documents accepted, ${refused} rejected`);
}
