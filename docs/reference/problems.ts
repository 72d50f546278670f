/** Reference page of the problem types, from their table and help texts. */
import { type ProblemCode, problems } from '@semantic-search/contract';
import { code, codeBlock, type Page, paragraph, table } from './page.ts';

export function problemsPage(): Page {
  const codes = Object.keys(problems) as ProblemCode[];
  const type: ProblemCode = 'not-found';
  const example = {
    type: `/problems/${type}`,
    title: problems[type].title,
    status: problems[type].status,
    detail: 'There is no configuration 12.',
    instance: '7f2b0c7e-5f0e-4a53-9a5e-2d3f9f0c1b11',
  };
  return {
    name: 'problems',
    title: 'Problems',
    description: 'All error types of the HTTP API: what they mean and what to do.',
    blocks: [
      paragraph(
        'Every response of the API with a status of 400 or above is `application/problem+json` (RFC 9457), except the 503 of `/ready`, which names the components. Decide by `type`, which is stable; `detail` is for people and may change. `instance` is the ID of the request, which is also in the log and in the header `X-Request-Id`. `errors` lists invalid members as `{key, message}`.',
      ),
      codeBlock('json', JSON.stringify(example, null, 2)),
      paragraph(
        'The server explains each type at its address, such as `/problems/not-found`: as this page for browsers, and as JSON for programs.',
      ),
      table(
        ['Type', 'Status', 'Title'],
        codes.map((each) => [
          `[\`/problems/${each}\`](#${each})`,
          String(problems[each].status),
          problems[each].title,
        ]),
      ),
      ...codes.flatMap(sections),
    ],
  };
}

function sections(type: ProblemCode): string[] {
  const { status, title, meaning, action } = problems[type];
  return [
    `## ${type}`,
    paragraph(`${code(String(status))} ${title}.`),
    paragraph(`**Meaning:** ${meaning}`),
    paragraph(`**What to do:** ${action}`),
  ];
}
