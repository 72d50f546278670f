import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { served } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const service = served({}, []);
const run = (...words: string[]) =>
  semanticSearch(['delete-space', ...words], { DATA_DIR: service.directory });
const spaceFolder = (name: string) => join(service.directory, 'spaces', name);

beforeAll(async () => {
  const body = '{"id":"urn:wren","title":"Wren"}\n{"id":"urn:rook","title":"Rook"}\n';
  const headers = { 'Content-Type': 'application/x-ndjson' };
  for (const space of ['birds', 'birds.old'])
    await service.call('POST', `/api/spaces/${space}/documents`, { body, headers });
  const garden = { config: { title: 'Garden', searchSpace: 'birds' } };
  await service.call('POST', '/api/configurations', { body: garden });
});

describe('delete-space', () => {
  it.each(['robins', '..', '.', ''])('delete-space rejects the unknown space "%s"', async (space) => {
    const { code, errors } = await run('--space', space, '--yes');
    expect([code, errors]).toEqual([1, expect.stringContaining('birds, birds.old')]);
  });

  it('delete-space without --yes shows the content and the affected configurations and deletes nothing', async () => {
    const { code, output, errors } = await run('--space', 'birds');
    expect(output).toContain('birds: 2 documents, 0 concepts');
    expect(output).toContain('Configuration 1 ("Garden") uses it');
    expect([code, errors]).toEqual([1, expect.stringContaining('nothing was deleted; use --yes')]);
    expect(existsSync(spaceFolder('birds'))).toBe(true);
  });

  it('delete-space with --yes deletes this space and no other', async () => {
    const { code, output } = await run('--space', 'birds', '--yes');
    expect(output).toContain('Configuration 1 ("Garden") uses it');
    expect([code, output]).toEqual([0, expect.stringContaining('Deleted birds')]);
    const { body } = await service.call('GET', '/api/spaces');
    expect(Object.values(body.spaces!).map(({ name }) => name)).toEqual(['birds.old']);
    expect([existsSync(spaceFolder('birds')), existsSync(spaceFolder('birds.old'))]).toEqual([false, true]);
  });

  it('delete-space says how to start a server if none is running', async () => {
    await service.stop();
    const { code, errors } = await run('--space', 'birds.old', '--yes');
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^semantic-search: No server is running.* start/m),
    ]);
    expect(existsSync(spaceFolder('birds.old'))).toBe(true);
  });
});
