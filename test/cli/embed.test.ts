import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../packages/server/test/support/free-port.ts';
import { failureOf, folderOfTest, ownersSite, served, serviceOfTest, visiting } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const service = served();
const visitor = visiting();
const site = ownersSite();

const embed = (...words: string[]) => semanticSearch(['embed', ...words], { DATA_DIR: service.directory });

describe('the embed command', () => {
  it('prints HTML that works on a page of that origin, with the integrity of the script', async () => {
    const { code, output, errors } = await embed('--configuration', '1', '--origin', site.origin);
    expect([code, errors]).toEqual([0, expect.stringContaining('Configuration 1: Field guide')]);
    expect(errors).toMatch(/Token for http:\/\/localhost:\d+, valid until \d{4}-\d\d-\d\dT/);
    expect(errors).not.toContain('Warning');
    const [, script = '', integrity] = /src="(.*?)" integrity="sha384-(.*?)" crossorigin>/.exec(output) ?? [];
    const body = new Uint8Array(await (await fetch(script)).arrayBuffer());
    expect(createHash('sha384').update(body).digest('base64')).toBe(integrity);
    site.show(output, service);
    const { page, pageErrors, leave } = await visitor();
    await page.goto(site.origin);
    await page.getByRole('heading', { name: '335 results' }).waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('prints HTML with the public URL and without integrity on request', async () => {
    const words = ['--configuration', '2', '--origin', 'https://www.example.org', '--no-integrity'];
    const variables = { DATA_DIR: service.directory, PUBLIC_URL: 'https://search.example.org' };
    const { output, errors } = await semanticSearch(['embed', ...words], variables);
    expect(output).toContain('<script type="module" src="https://search.example.org/widget.js"></script>\n');
    expect(output).toContain('<semantic-search configuration="2" token="');
    expect(errors).not.toContain('Warning');
  });

  it('uses the configuration of a search space, and creates a missing one', async () => {
    const body = JSON.stringify({ title: 'Passport office', link: 'https://www.example.org/passport' });
    const headers = { 'Content-Type': 'application/x-ndjson' };
    await service.call('POST', '/api/spaces/town/documents', { body, headers });
    const words = (space: string) => ['--space', space, '--origin', site.origin];
    expect((await embed(...words('field-guide'))).output).toContain('configuration="1"');
    const first = await embed(...words('town'));
    expect(first.errors).toMatch(/Configuration (\d+): town\n/);
    const [, id] = /configuration="(\d+)"/.exec(first.output) ?? [];
    const { body: created } = await service.call('GET', `/api/configurations/${id}`);
    expect(created).toMatchObject({ config: { searchSpace: 'town', result: { titleAction: 'link' } } });
    const second = await embed(...words('town'));
    expect(second.output).toContain(`configuration="${id}"`);
    expect(second.errors).toContain(`Configuration ${id}: town (not new, so its filters stay as they are)`);
    const missing = await embed(...words('village'));
    expect([missing.code, missing.output]).toEqual([1, '']);
    expect(missing.errors).toContain('"village" not found; available: field-guide, town');
  });

  it('prints the public URL of the running server', async () => {
    const directory = await folderOfTest();
    const port = await freePort();
    const publicUrl = `http://localhost:${port}`;
    await serviceOfTest(directory, ['--demo'], {
      HOST: '127.0.0.1',
      PORT: `${port}`,
      PUBLIC_URL: publicUrl,
    });
    const words = ['embed', '--configuration', '1', '--origin', 'http://localhost:3000'];
    const { output } = await semanticSearch(words, { DATA_DIR: directory });
    expect(output).toContain(`src="${publicUrl}/assets/`);
  });

  it('warns if visitors cannot reach the URL of the server', async () => {
    const { errors } = await embed('--configuration', '1', '--origin', 'https://www.example.org');
    expect(errors).toContain(`Warning: visitors cannot reach ${service.url}`);
  });

  it.each([
    [
      ['--configuration', '99', '--origin', 'https://www.example.org'],
      'Configuration 99 does not exist; available: 1, 2',
    ],
    [['--configuration', '1', '--origin', 'www.example.org'], 'origins[0] must be'],
    [['--configuration', '1'], '--origin'],
    [['--origin', 'https://www.example.org'], 'Specify --configuration or --space'],
  ])('fails for %j with the reason and issues no token', async (words, reason) => {
    const before = (await service.call('GET', '/api/tokens')).body;
    const { code, errors, output } = await failureOf(['embed', ...words], { DATA_DIR: service.directory });
    expect(code).not.toBe(0);
    expect(errors).toContain(reason);
    expect(output).toBe('');
    expect((await service.call('GET', '/api/tokens')).body).toEqual(before);
  });
});
