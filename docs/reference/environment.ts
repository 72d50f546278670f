/** Reference page of the environment variables, from their schema and defaults. */
import { describeSchema, type SchemaDescription } from '../../packages/server/src/describe-schema.ts';
import { defaultsFor, VARIABLES } from '../../packages/server/src/settings/environment.ts';
import { code, type Page, paragraph, shownValue, table, unquoted } from './page.ts';

export function environmentPage(): Page {
  return {
    name: 'environment',
    title: 'Environment variables',
    description: 'All environment variables of the server, with allowed values and defaults.',
    blocks: [
      paragraph(
        'Environment variables configure the server. It validates them at startup: if one is invalid, the server prints the name and exits. It warns of unknown variables that begin with `OIDC_` or `REQUESTS_PER_`.',
      ),
      table(['Variable', 'Description', 'Allowed values', 'Default'], rows()),
    ],
  };
}

function rows(): string[][] {
  const [local, exposed] = [defaultsFor('localhost'), defaultsFor('0.0.0.0')] as Record<string, unknown>[];
  return Object.entries(VARIABLES).map(([name, schema]) => {
    const [value, valueIfExposed] = [shownValue(local![name]), shownValue(exposed![name])];
    const standard =
      value === valueIfExposed ? value : `${value}; ${valueIfExposed} if \`HOST\` is not a loopback address`;
    const { title = '' } = schema as { title?: string };
    return [code(name), title, unquoted(describeSchema(schema as SchemaDescription)), standard];
  });
}
