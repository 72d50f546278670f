/** HTTP client for writing to a search space of the running server. */

import { Readable } from 'node:stream';
import type {
  CategoryOutcome,
  IngestProgress,
  ThesaurusOutcome,
  ThesaurusPartList,
  TrainingOutcome,
} from '@semantic-search/contract';
import type { WritableSpace } from '@semantic-search/engine';
import type { CategoryReport, ThesaurusWriter, Trainer } from '@semantic-search/server/content';
import got from 'got';
import { errorOf } from './request-json.ts';

/** A search space that accepts content and training. */
export interface SpaceTarget extends Pick<WritableSpace, 'put' | 'delete'>, ThesaurusWriter, Trainer {
  /** Whether the space has the document; true if its backend cannot tell. */
  has(id: string): Promise<boolean>;
  /** Builds the part `categories` from the documents. */
  buildCategories(): Promise<CategoryReport>;
  close(): Promise<void>;
}

/** `run` is the synchronization run that the documents are part of. */
export function serverSpaceClient(url: string, token: string, name: string, run?: string): SpaceTarget {
  const base = `${url}/api/spaces/${encodeURIComponent(name)}`;
  const documents = run === undefined ? '/documents' : `/documents?run=${encodeURIComponent(run)}`;

  /** Throws an error with the reason unless the status is successful or `expected`. */
  async function send(
    method: string,
    path: string,
    mediaType: string,
    body: BodyInit | null,
    expected: readonly number[] = [],
  ): Promise<Response> {
    const response = await fetch(base + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': mediaType },
      body,
      duplex: 'half',
    } as RequestInit);
    if (response.ok || expected.includes(response.status)) return response;
    throw await errorOf(response);
  }

  return {
    async put(given) {
      const lines = given.map((document) => `${JSON.stringify(document)}\n`).join('');
      const response = await send('POST', documents, 'application/x-ndjson', lines);
      const steps = (await response.text()).trim().split('\n');
      const progress = steps.map((line) => JSON.parse(line) as IngestProgress);
      const last = progress.at(-1);
      if (!last?.done) {
        const reason = last?.errors.at(-1)?.message ?? 'The server closed the connection.';
        throw new Error(`${reason} Run the command again to resume.`);
      }
      const refused = progress.flatMap(({ errors }) => errors);
      return {
        accepted: last.accepted,
        refused: refused.map(({ line, message }) => ({ index: line - 1, message })),
      };
    },
    async delete(id) {
      const response = await send('DELETE', documentPath(id), 'application/json', null, [404]);
      await response.arrayBuffer();
      return response.ok;
    },
    async has(id) {
      const response = await send('GET', documentPath(id), 'application/json', null, [404, 405]);
      await response.arrayBuffer();
      return response.status !== 404;
    },
    async replaceThesaurus(content, mediaType, part) {
      const stream = Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream;
      const path = part === undefined ? '/thesaurus' : partPath(part);
      const response = await send('PUT', path, mediaType, stream);
      return (await response.json()) as ThesaurusOutcome;
    },
    async removeThesaurus(part) {
      return (await send('DELETE', partPath(part), 'application/json', null, [404])).ok;
    },
    async thesauri() {
      const { thesauri } = (await (
        await send('GET', '/thesauri', 'application/json', null)
      ).json()) as ThesaurusPartList;
      return thesauri.map(({ written, ...part }) => ({
        ...part,
        written: written === null ? null : Date.parse(written),
      }));
    },
    async buildCategories() {
      const response = await send('POST', '/categories', 'application/json', null);
      return (await response.json()) as CategoryOutcome;
    },
    async train() {
      // Fetch gives up after five minutes without a response, and training may take longer.
      const { statusCode, body } = await got.post(`${base}/training`, {
        headers: { authorization: `Bearer ${token}` },
        throwHttpErrors: false,
        retry: { limit: 0 },
      });
      if (statusCode !== 200) throw await errorOf(new Response(body, { status: statusCode }));
      return JSON.parse(body) as TrainingOutcome;
    },
    close: async () => undefined,
  };
}

function documentPath(id: string): string {
  return `/documents/${encodeURIComponent(id)}`;
}

function partPath(part: string): string {
  return `/thesauri/${encodeURIComponent(part)}`;
}
