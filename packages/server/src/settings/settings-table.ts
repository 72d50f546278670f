/** The table of settings for people, made from the schema that checks them. */
import { describeSchema, type SchemaDescription } from '../describe-schema.ts';
import { defaultsFor, Variables } from './variables.ts';

/** `docs/settings.md`. */
export function settingsTable(): string {
  const [alone, reached] = [defaultsFor('localhost'), defaultsFor('0.0.0.0')] as Record<string, unknown>[];
  const rows = Object.entries(Variables.properties).map(([name, schema]) => {
    const { title = '' } = schema as { title?: string };
    const differs = alone![name] !== reached![name];
    const standard = differs
      ? `${shown(alone![name])}; ${shown(reached![name])} where others reach it`
      : shown(alone![name]);
    return `| \`${name}\` | ${title} | ${cell(describeSchema(schema as SchemaDescription))} | ${standard} |`;
  });
  return [
    '# Settings of the server',
    '',
    'Environment variables. A wrong one is named at start, and nothing starts; of a name that looks like one of these and',
    'is none the log warns. This page is made from the schema that checks them, by',
    '`node packages/server/src/settings/settings-table.ts`; a test keeps it fresh.',
    '',
    '| variable | what it sets | allowed | when absent |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const shown = (value: unknown) => (value === '' ? 'empty' : `\`${value}\``);
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('"', '`');

if (import.meta.main) process.stdout.write(settingsTable());
