/** Table of all functions for the README of the client. */
import { operations } from '@semantic-search/contract';

const BEGIN = '<!-- functions -->';
const END = '<!-- /functions -->';

/** The README with the current table. */
export function withTable(readme: string): string {
  const [before, rest] = readme.split(`${BEGIN}\n`);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('The README has no marks for the table.');
  const rows = operations.map(({ id, method, path, summary }) => {
    return `| \`${id}\` | \`${method.toUpperCase()} ${path}\` | ${summary} |`;
  });
  const table = ['| function | operation | purpose |', '|---|---|---|', ...rows].join('\n');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}
