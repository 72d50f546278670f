/** Reference pages of the HTTP API, from the generated OpenAPI description. */
import { type Operation, openApi } from '@semantic-search/contract';
import { type ApiDescription, OperationBlocks, operationsByTag } from './operation-blocks.ts';
import { code, type Page, paragraph, table } from './page.ts';

const SERVER = 'https://search.example.org';
const api = openApi(SERVER, '1.0.0') as unknown as ApiDescription;
const links = {
  object: (name: string) => `objects.md#${name.toLowerCase()}`,
  problem: (type: string) => `problems.md#${type}`,
};
const blocks = new OperationBlocks(api, links, SERVER);
const pageOf = (tag: Operation['tag']) => `operations-${tag.toLowerCase()}`;

/** An overview, a page of operations for each tag, and the objects of all. */
export function operationPages(): Page[] {
  return [overview(), ...[...operationsByTag()].map(([tag, all]) => tagPage(tag, all)), objectsPage()];
}

function overview(): Page {
  return {
    name: 'operations',
    title: 'All operations',
    description: 'The operations of the HTTP API at a glance, with the scope that each one requires.',
    blocks: [
      paragraph(
        'The server has this description in OpenAPI 3.1 at `/openapi.json`, and on one page at `/docs`. [HTTP API](http-api.md) says how requests are interpreted, [Objects](objects.md) lists what requests and responses contain.',
      ),
      ...[...operationsByTag()].flatMap(([tag, all]) => [
        `## ${tag}`,
        table(['Operation', 'Request', 'Scope', 'Purpose'], all.map(overviewRow)),
      ]),
    ],
  };
}

function overviewRow({ id, tag, method, path, scope, summary }: Operation): string[] {
  const name = `[${id}](${pageOf(tag)}.md#${id.toLowerCase()})`;
  const required = scope === null ? 'no token' : scope === 'any' ? 'any' : code(scope);
  return [name, code(`${method.toUpperCase()} ${path}`), required, summary];
}

function tagPage(tag: Operation['tag'], all: Operation[]): Page {
  return {
    name: pageOf(tag),
    title: `Operations: ${tag.toLowerCase()}`,
    description: api.tags.find(({ name }) => name === tag)!.description,
    blocks: [
      paragraph(
        `The examples use the server \`${SERVER}\` and a token in the variable \`TOKEN\`; issue one with [\`semantic-search token\`](command-line.md#token). Each operation lists the problems that are special to it: [Problems](problems.md) explains them, and [Limits](limits.md) lists all sizes.`,
      ),
      ...all.flatMap((operation) => [`## ${operation.id}`, ...blocks.operation(operation).map(wrapped)]),
    ],
  };
}

function objectsPage(): Page {
  return {
    name: 'objects',
    title: 'Objects of the HTTP API',
    description: 'The named objects that requests and responses contain, in alphabetical order.',
    blocks: blocks.innerObjects().flatMap((name) => [`## ${name}`, ...blocks.object(name).map(wrapped)]),
  };
}

/** Tables, code and lists keep their lines. */
const wrapped = (block: string) =>
  /^(?:\||```|- )/.test(block) ? block : block.split('\n\n').map(paragraph).join('\n\n');
