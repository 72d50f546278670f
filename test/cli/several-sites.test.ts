/** The guide to several sites: its commands make one search with a tab for each site. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { served } from '../support/fixtures.ts';
import { root, semanticSearch } from '../support/service.ts';

const service = served({}, []);
const guide = readFileSync(join(root, 'docs/src/content/docs/how-to/several-sites.md'), 'utf8');

/** The words of each command of a section. */
function commandsOf(heading: string): string[][] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(heading))!;
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.trim());
  return blocks.flatMap((block) => block.split('\n')).map((line) => line.split(' ').slice(1));
}

it('makes a search in three sites with a tab for each, and a search in one', async () => {
  for (const name of ['handbook', 'api', 'cookbook']) {
    const folder = join(service.directory, 'docs', name);
    mkdirSync(folder, { recursive: true });
    for (const page of [1, 2]) {
      const body = `<h1>Install, part ${page}</h1><p>How the ${name} installs a whale, step ${page}.</p>`;
      writeFileSync(join(folder, `${page}.html`), `<title>Install ${page}</title><main>${body}</main>`);
    }
  }
  for (const words of commandsOf('One search for several sites')) {
    const placed = words.map((word) => word.replace(/^docs\//, `${service.directory}/docs/`));
    await semanticSearch(placed, { DATA_DIR: service.directory });
  }
  const { body } = await service.call('GET', '/api/configurations');
  const configurations = body.configurations as unknown as {
    id: number;
    config: { title: string; searchSpace: string; filter: { tabs?: string } };
  }[];
  const ofDocs = configurations.filter(({ config }) => config.searchSpace === 'all-docs');
  expect(ofDocs.map(({ config }) => [config.title, config.filter.tabs])).toEqual([
    ['all-docs', 'site'],
    ['all-docs: API', 'site'],
  ]);
  const searched = ofDocs.map(async ({ id }) => {
    const { body: found } = await service.call('POST', `/api/configurations/${id}/search`, {
      body: { input: 'install' },
    });
    const { total, facets } = found as unknown as {
      total: number;
      facets: { field: string; facets: { label: string; count: number }[] }[];
    };
    const tabs = facets.find(({ field }) => field === 'dyn_lit_site')!.facets;
    return [total, tabs.map(({ label, count }) => `${label} ${count}`)];
  });
  expect(await Promise.all(searched)).toEqual([
    [6, ['API 2', 'Cookbook 2', 'Handbook 2']],
    [2, ['API 2']],
  ]);
  // Names of sites are not words of their documents.
  const { body: byName } = await service.call('POST', `/api/configurations/${ofDocs[0]!.id}/search`, {
    body: { input: 'Cookbook' },
  });
  expect(byName.total).toBe(2);
});
