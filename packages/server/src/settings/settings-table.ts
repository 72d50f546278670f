/** Generates `docs/settings.md` from the schema of the environment variables. */
import { describeSchema, type SchemaDescription } from '../describe-schema.ts';
import { defaultsFor, Variables } from './variables.ts';

/** The content of `docs/settings.md`, as Markdown. */
export function settingsTable(): string {
  const [local, exposed] = [defaultsFor('localhost'), defaultsFor('0.0.0.0')] as Record<string, unknown>[];
  const rows = Object.entries(Variables.properties).map(([name, schema]) => {
    const { title = '' } = schema as { title?: string };
    const differs = local![name] !== exposed![name];
    const standard = differs
      ? `${shown(local![name])}; ${shown(exposed![name])} if \`HOST\` is not a loopback address`
      : shown(local![name]);
    return `| \`${name}\` | ${title} | ${cell(describeSchema(schema as SchemaDescription))} | ${standard} |`;
  });
  return [
    '# Server settings',
    '',
    'The server is configured by environment variables and validates them at startup. If one is invalid, it prints the name',
    'and exits. It logs a warning for unknown variables that look like a misspelled one.',
    '',
    'This page is generated from the schema by `node packages/server/src/settings/settings-table.ts`; a test checks that it',
    'is up to date.',
    '',
    '| variable | description | allowed values | default |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const shown = (value: unknown) => (value === '' ? 'empty' : `\`${value}\``);
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('"', '`');

if (import.meta.main) process.stdout.write(settingsTable());
