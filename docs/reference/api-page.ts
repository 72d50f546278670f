/** Page of the HTTP API without scripts, which the server has at `/docs`: `node docs/reference/api-page.ts FILE`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApi } from '@semantic-search/contract';
import { Marked } from 'marked';
import { type ApiDescription, OperationBlocks, operationsByTag } from './operation-blocks.ts';

/** Names of operations begin with a small letter, names of objects with a capital. */
const links = {
  object: (name: string) => `#${name}`,
  problem: (code: string) => `/problems/${code}`,
};

/** Placeholder for the address of the server. */
const SERVER = '__SERVER__';

export function apiPage(): string {
  const { version } = JSON.parse(
    readFileSync(new URL('../../packages/server/package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const api = openApi(SERVER, version) as unknown as ApiDescription;
  const blocks = new OperationBlocks(api, links, SERVER);
  const objects = blocks.innerObjects();
  const title = 'HTTP API of Semantic search';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/studio/api.css">
</head>
<body>
<header>
<h1 id="top">${title}</h1>
<p>Version ${api.info.version} · <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/">Search</a></p>
</header>
<nav aria-label="Contents">
<ul>
${[...operationsByTag()]
  .map(([tag, all]) =>
    navigation(
      `tag-${tag}`,
      tag,
      all.map(({ id }) => id),
    ),
  )
  .join('\n')}
${navigation('objects', 'Objects', objects)}
</ul>
</nav>
<main>
${html(introduction(api))}
${[...operationsByTag()]
  .map(([tag, all]) =>
    section(
      `tag-${tag}`,
      tag,
      [api.tags.find(({ name }) => name === tag)!.description],
      all.map((operation) => [operation.id, blocks.operation(operation)]),
    ),
  )
  .join('\n')}
${section(
  'objects',
  'Objects',
  ['What requests and responses contain, by name.'],
  objects.map((name) => [name, blocks.object(name)]),
)}
</main>
</body>
</html>
`;
}

function introduction({ info, components }: ApiDescription): string[] {
  return [
    info.description,
    components.securitySchemes.bearer.description,
    'The examples need a token in the variable `TOKEN`. `semantic-search token` issues one.',
  ];
}

const navigation = (id: string, title: string, names: string[]) =>
  `<li><a href="#${id}">${title}</a>\n<ul>${names.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul></li>`;

function section(id: string, title: string, blocks: string[], parts: [string, string[]][]): string {
  const heading = `<h2 id="${id}">${title}</h2>`;
  const articles = parts.map(
    ([name, content]) =>
      `<article aria-labelledby="${name}">\n<h3 id="${name}"><a href="#${name}">${name}</a></h3>\n${html(content)}</article>`,
  );
  return `<section aria-labelledby="${id}">\n${heading}\n${html(blocks)}${articles.join('\n')}\n</section>`;
}

/** Texts in angle brackets are not tags. */
const markdown = new Marked({ renderer: { html: ({ text }) => text.replaceAll('<', '&lt;') } });

/** Wide tables and code scroll, so they can have the focus. */
const html = (blocks: string[]) =>
  markdown
    .parse(blocks.join('\n\n'), { async: false })
    .replaceAll('<table>', '<div tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');

if (import.meta.main) writeFileSync(process.argv[2]!, apiPage());
