/** Blocks of Markdown: tables and code. */

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

export const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** A default value in a table. */
export function shownValue(value: unknown): string {
  if (value === undefined) return '';
  if (value === '') return 'empty';
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Values in quotation marks become code. */
export const unquoted = (text: string) => text.replaceAll(/"([^"]*)"/g, '`$1`');
