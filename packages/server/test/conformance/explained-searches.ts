/** Conformance over HTTP: why a document is in a search, or is not. */
import type { ExplanationRequest, ExplanationResponse } from '@semantic-search/contract';
import { expect } from 'vitest';
import type { Server } from '../support/server.ts';
import { configOfZoo } from './curated-searches.ts';

/** Of the words of the space `zoo`, document 6 has only “wolf” and “otter”; document 8 is of the kind 2. */
const states: [number: number, state: string, more?: Partial<ExplanationRequest>][] = [
  [4, 'found'],
  [0, 'hidden'],
  [6, 'not-matching'],
  [4, 'filtered', { selectedFacets: [{ field: 'kind', label: 'kind 0' }] }],
  [8, 'out-of-scope'],
  [99, 'not-in-space'],
];

/** Compares what an owner learns about documents of the space `zoo`. */
export async function explainDocuments({ call, created }: Pick<Server, 'call' | 'created'>): Promise<void> {
  const hiding = { name: 'No first', when: { match: 'equals', query: 'puma' }, hide: ['urn:doc:0'] };
  const scope = { include: [{ uri: 'kind', values: ['kind 0', 'kind 1'] }] };
  const path = await created({ ...configOfZoo, scope, curation: [hiding] });
  for (const [number, state, more] of states) {
    const document = `urn:doc:${number}`;
    const request: ExplanationRequest = { input: 'puma', document, ...more };
    const { status, body } = await call('POST', `${path}/explanation`, request);
    expect(status, JSON.stringify(body)).toBe(200);
    const { document: explained, rules } = body as unknown as ExplanationResponse;
    expect(explained, document).toMatchObject({ id: document, state });
    expect(rules).toEqual(['No first']);
    expect(explained!.rank !== null, document).toBe(state === 'found');
    expect(explained!.rules).toEqual(state === 'hidden' ? ['No first'] : []);
  }
}
