/** Injection attempts in every string of a configuration, a document, a thesaurus and a URL, in a real browser. */
import { beforeAll, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import type { Visitor } from '../support/visitor.ts';

const evil = 'https://evil.example';
/** Each leaves a trace if it is executed, and escapes from text, attributes, scripts, styles and templates. */
const attacks = [
  `<img src=x onerror="window.attacked=1">`,
  `"><svg onload=window.attacked=1>`,
  `</script><script>window.attacked=1</script>`,
  `'-(window.attacked=1)-'`,
  `\${window.attacked=1}{{constructor.constructor('window.attacked=1')()}}`,
  `;}*{background:url(${evil}/css)}/*`,
  `</style><style>*{background:url(${evil}/style)}`,
  `<iframe srcdoc="<script>top.attacked=1</script>">`,
];
const hostile = (word: string) => `${word} ${attacks.join(' ')}`;
const address = 'javascript:window.attacked=1';

const service = served({ LOG_LEVEL: 'debug' }, []);
const visitor = visiting();
let visit: Visitor;
let id: string;
let settingErrors: string[];
const requests: string[] = [];

const turtle = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<urn:scheme> a skos:ConceptScheme ; skos:prefLabel ${JSON.stringify(hostile('Scheme'))}@en .
<urn:concept> a skos:Concept ; skos:inScheme <urn:scheme> ; skos:topConceptOf <urn:scheme> ;
  skos:prefLabel ${JSON.stringify(hostile('Heron'))}@en ; skos:altLabel ${JSON.stringify(hostile('Egret'))}@en .`;

const documentOf = (number: number) => ({
  id: `urn:${number}:${attacks[0]}`,
  title: hostile(`Title ${number}`),
  description: hostile('Description heron'),
  text: hostile('Text heron'),
  link: `https://evil.example/?${encodeURIComponent(attacks[0]!)}`,
  language: 'en',
  type: hostile('Type'),
  keeper: hostile('Keeper'),
  subjects: ['urn:concept'],
});

beforeAll(async () => {
  const send = async (method: string, to: string, body: string, type: string) => {
    const response = await service.call(method, to, { body, headers: { 'Content-Type': type } });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
  };
  await send('PUT', '/api/spaces/hostile/thesaurus', turtle, 'text/turtle');
  const lines = [1, 2, 3].map((number) => JSON.stringify(documentOf(number))).join('\n');
  await send('POST', '/api/spaces/hostile/documents', lines, 'application/x-ndjson');
  const facet = { show: true, facetMode: 'flat', refId: hostile('Reference') };
  const facets = ['urn:scheme', 'type', 'keeper'].map((uri) => ({
    ...facet,
    uri,
    title: hostile(uri).slice(0, 200),
  }));
  const colors = { backgroundColor: attacks[5], fontColor: `red;${attacks[6]}` };
  const config = {
    title: hostile('Application').slice(0, 200),
    searchSpace: 'hostile',
    filter: { facetsToShow: facets },
    layout: {
      navbar: colors,
      facets: colors,
      documents: colors,
      basicActionColor: colors,
      logo: address,
    },
    details: { detailsToShow: facets.map(({ uri, title, refId }) => ({ uri, title, show: true, refId })) },
  };
  const created = await send('POST', '/api/configurations', JSON.stringify({ config }), 'application/json');
  id = String(created.id);
  settingErrors = Object.values(created.errors!).map(({ key }) => String(key));
  await service.call('POST', `/api/configurations/${id}/set`);
  visit = await visitor();
  visit.page.on('request', (request) => requests.push(request.url()));
  visit.page.on('dialog', (dialog) => dialog.dismiss().then(() => visit.pageErrors.push('a dialog')));
});

/** Injected elements, attributes and globals of the page, including shadow trees. */
async function harm(): Promise<string[]> {
  const found = await visit.page.evaluate(() => {
    const wrong: string[] = [];
    if ('attacked' in window) wrong.push('script ran');
    const look = (root: Document | ShadowRoot | DocumentFragment) => {
      for (const element of root.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          if (/^on/i.test(name)) wrong.push(`${element.localName} has ${name}`);
          if (
            /^(?:href|src|action|formaction|data|srcdoc)$/i.test(name) &&
            /^\s*javascript:|^<|^x$/i.test(value)
          ) {
            wrong.push(`${element.localName} has ${name}=${value.slice(0, 40)}`);
          }
        }
        if (/^(?:iframe|object|embed)$/.test(element.localName))
          wrong.push(`there is an ${element.localName}`);
        if (element.shadowRoot) look(element.shadowRoot);
      }
    };
    look(document);
    return wrong;
  });
  return [...found, ...requests.filter((url) => url.startsWith(evil)).map((url) => `requested ${url}`)];
}

it('rejects settings with invalid colors and URLs', () => {
  expect(settingErrors).toEqual(
    expect.arrayContaining(['layout.navbar.backgroundColor', 'layout.navbar.fontColor', 'layout.logo']),
  );
});

it('shows hostile strings as text and executes nothing', async () => {
  await visit.page.goto(`${service.url}/?configuration=${id}`);
  await visit.page.getByRole('heading', { name: '3 results' }).waitFor();
  await visit.page.getByText('Title 1 <img src=x').first().waitFor();
  expect(await harm()).toEqual([]);
  const box = visit.page.getByRole('combobox', { name: 'Search', exact: true });
  await box.pressSequentially('her');
  await visit.page.getByRole('option', { name: /Heron/ }).first().waitFor();
  expect(await harm()).toEqual([]);
  await box.fill(`heron ${attacks[0]}`);
  await box.press('Enter');
  await visit.page.getByText('Title 2 <img src=x').first().waitFor();
  expect(await harm()).toEqual([]);
});

it('executes nothing of a hostile document', async () => {
  await visit.page.goto(`${service.url}/?configuration=${id}`);
  await visit.page.locator('[part="result"] [part="title-link"]').first().click();
  await visit.page.getByText('Text heron').first().waitFor();
  expect(await harm()).toEqual([]);
  expect(visit.pageErrors).toEqual([]);
});

it('executes nothing from hostile page URLs', async () => {
  for (const query of [
    `search=${encodeURIComponent(attacks[2]!)}`,
    `configuration=${encodeURIComponent(attacks[1]!)}`,
  ]) {
    await visit.page.goto(`${service.url}/?${query}#${encodeURIComponent(attacks[0]!)}`);
    await visit.page.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
    expect(await harm()).toEqual([]);
  }
});

it('writes log lines that cannot be forged', async () => {
  const headers = { 'X-Request-Id': 'a\tb', 'User-Agent': `x"}${attacks[0]}`, 'If-Match': '"never"' };
  await service.call('DELETE', `/api/configurations/${id}%0a{"forged":true}`, { headers });
  await service.call('POST', `/api/configurations/${id}/search`, { body: { input: '\n{"forged":true}\n' } });
  const lines = service
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const logged = JSON.parse(line) as Record<string, unknown>;
    expect(logged.forged).toBeUndefined();
    expect(logged).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      msg: expect.any(String),
    });
  }
});
