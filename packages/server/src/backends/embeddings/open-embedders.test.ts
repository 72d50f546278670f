import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EmbedderOptions, SpaceEmbeddings } from './open-embedders.ts';
import { openEmbedders } from './open-embedders.ts';

const settings = { model: 'm', dimensions: 3, weight: 0.5, computed: true };
const service: EmbedderOptions = { kind: 'service', url: 'http://127.0.0.1:1', model: 'm', dimensions: 3 };
const spaces = (...embedders: SpaceEmbeddings['embedder'][]) =>
  new Map(embedders.map((embedder, i) => [`space${i}`, { settings, embedder }]));

afterEach(() => vi.doUnmock('@semantic-search/embeddings'));

function removePackage() {
  vi.doMock('@semantic-search/embeddings', () => {
    throw new Error('Cannot find package');
  });
}

describe('openEmbedders', () => {
  it('does not load the package unless a space needs it', async () => {
    removePackage();
    expect((await openEmbedders(new Map())).of('space0')).toBeUndefined();
    expect((await openEmbedders(spaces(null))).of('space0')).toBeUndefined();
  });

  it('names the missing package and the space', async () => {
    removePackage();
    await expect(openEmbedders(spaces(service))).rejects.toThrow(
      'The embeddings of the search space "space0" need the package @semantic-search/embeddings, which is not installed',
    );
  });

  it('shares an embedder between spaces with the same options', async () => {
    const embedders = await openEmbedders(spaces(service, service, { ...service, model: 'other' }));
    expect(embedders.of('space0')).toBe(embedders.of('space1'));
    expect(embedders.of('space0')).not.toBe(embedders.of('space2'));
    await embedders.close();
  });

  it('names the space whose model cannot be opened', async () => {
    const missing: EmbedderOptions = { kind: 'directory', path: '/nowhere', dimensions: 3 };
    await expect(openEmbedders(spaces(missing))).rejects.toThrow(
      /^The embeddings of the search space "space0" cannot be computed: \/nowhere has no model/,
    );
  });
});
