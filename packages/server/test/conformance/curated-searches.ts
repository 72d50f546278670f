/** Conformance over HTTP: random curated searches against a model. */
import type { CurationRule, SearchRequest } from '@semantic-search/contract';
import { expect } from 'vitest';
import type { Server } from '../support/server.ts';
import { randomNumbers } from '../support/visits.ts';

const words = ['puma', 'otter', 'wolf', 'zebra'];
const documents = Array.from({ length: 60 }, (_, index) => ({
  id: `urn:doc:${index}`,
  title: `Document ${index} ${words[index % 4]}`,
  description: words.filter((_word, bit) => index & (1 << bit)).join(' '),
  kind: `kind ${index % 3}`,
}));

export const configOfZoo = {
  searchSpace: 'zoo',
  filter: { facetsToShow: [{ uri: 'kind', title: 'Kind' }] },
};

interface Found {
  total: number;
  result: { id: string }[];
  facets: { facets: { label: string; count: number }[] }[];
  redirect?: string;
  banner?: { text: string };
  rules?: string[];
}

type Service = Pick<Server, 'call' | 'created'>;

/** Fills the space `zoo`. */
export async function putZoo({ call }: Service): Promise<void> {
  const lines = documents.map((document) => JSON.stringify(document)).join('\n');
  const sent = { 'Content-Type': 'application/x-ndjson' };
  const { status } = await call('POST', '/api/spaces/zoo/documents', lines, sent);
  expect(status).toBe(200);
}

export async function searchIn({ call }: Service, path: string, request: SearchRequest): Promise<Found> {
  const { status, body } = await call('POST', `${path}/search`, request);
  expect(status).toBe(200);
  return body as never;
}

export const idsOf = ({ result }: Found) => result.map(({ id }) => id);
const kindOf = (id: string) => documents.find((document) => document.id === id)?.kind;

/** The curated list, built naively from the list without rules. `kinds` is what filters and scope permit. */
function model(base: readonly string[], rules: readonly CurationRule[], kinds: (readonly string[])[]) {
  const pins: { id: string; position: number }[] = [];
  const hidden: string[] = [];
  for (const rule of rules) {
    for (const pin of rule.pin ?? [])
      if (
        !hidden.includes(pin.id) &&
        !pins.some(({ id, position }) => id === pin.id || position === pin.position)
      )
        pins.push(pin);
    for (const id of rule.hide ?? []) if (!pins.some((pin) => pin.id === id)) hidden.push(id);
  }
  const passes = (id: string) =>
    kindOf(id) !== undefined &&
    kinds.every((allowed) => allowed.length === 0 || allowed.includes(kindOf(id)!));
  const eligible = pins.filter(({ id }) => passes(id)).sort((a, b) => a.position - b.position);
  const list = base.filter((id) => !hidden.includes(id) && !eligible.some((pin) => pin.id === id));
  for (const { id, position } of eligible) list.splice(position - 1, 0, id);
  return list;
}

/** CURATED_SEARCHES=20000 compares more of them. */
export const curatedSearches = Number(process.env.CURATED_SEARCHES ?? 200);
const SEARCHES_PER_ROUND = 10;

/** Compares positions, totals and counts of pages of the space `zoo`. */
export async function compareCuratedSearches(service: Service): Promise<void> {
  const random = randomNumbers(11);
  const below = (limit: number) => Math.floor(random() * limit);
  // Some ids do not exist.
  const anyId = () => `urn:doc:${below(66)}`;
  const several = <Value>(most: number, make: () => Value) => Array.from({ length: below(most + 1) }, make);
  for (let round = 0; round < curatedSearches / SEARCHES_PER_ROUND; round += 1) {
    const rules: CurationRule[] = Array.from({ length: 1 + below(3) }, (_, index) => ({
      name: `rule ${index}`,
      when: {},
      pin: several(4, () => ({ id: anyId(), position: 1 + below(random() < 0.2 ? 90 : 15) })),
      hide: several(3, anyId),
    }));
    const scope = random() < 0.5 ? [] : [`kind ${below(3)}`, `kind ${below(3)}`];
    const config = {
      ...configOfZoo,
      ...(scope[0] && { scope: { include: [{ uri: 'kind', values: [...new Set(scope)] }] } }),
    };
    const plain = await service.created(config);
    const path = await service.created({ ...config, curation: rules });
    for (let index = 0; index < SEARCHES_PER_ROUND; index += 1) {
      const kinds = [...new Set(several(2, () => `kind ${below(3)}`))];
      const request: SearchRequest = {
        input: [...new Set(several(2, () => words[below(4)]!))].join(' '),
        selectedFacets: kinds.map((label) => ({ field: 'kind', label })),
      };
      const base = idsOf(await searchIn(service, plain, { ...request, count: 100 }));
      const expected = model(base, rules, [kinds, scope]);
      const [start, count] = [below(70), below(12)];
      const page = await searchIn(service, path, { ...request, start, count });
      const about = JSON.stringify({ rules, scope, request, start, count });
      expect(idsOf(page), about).toEqual(expected.slice(start, start + count));
      expect(page.total, about).toBe(expected.length);
      if (index === 0) {
        const pages: string[] = [];
        for (let from = 0; from < page.total; from += 7)
          pages.push(...idsOf(await searchIn(service, path, { ...request, start: from, count: 7 })));
        expect(pages, about).toEqual(expected);
      }
      // The counts of a facet ignore its own selection.
      const unfiltered = { input: request.input!, count: 100 };
      const all =
        kinds.length === 0
          ? expected
          : model(idsOf(await searchIn(service, plain, unfiltered)), rules, [scope]);
      const counted = page.facets[0]!.facets.map(({ label, count: number }) => [label, number]);
      const naive = [...Map.groupBy(all, (id) => kindOf(id)!)].map(([kind, group]) => [kind, group.length]);
      expect(Object.fromEntries(counted), about).toEqual(Object.fromEntries(naive));
    }
  }
}
