/** Regular expressions of the product: linear time, proven by automata or tested by fuzzing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Expression {
  pattern: string;
  flags: string;
  /** The first place, as `file:line`. */
  at: string;
}

/** Literals by how they are written, with `pattern` members of schemas and data files, which become expressions. */
const literals = new Map<string, Expression>();
/** Those that are put together at run time. */
const composed: string[] = [];

// Not below `packages/`: the links between packages in their `node_modules` form cycles.
const sources = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name, 'src'))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }));

for (const entry of sources) {
  const file = relative(root, join(entry.parentPath, entry.name));
  if (!/\.(?:ts|json)$/.test(file) || /\.test\.ts$/.test(file)) continue;
  const text = readFileSync(join(root, file), 'utf8');
  const place = (offset: number) => `${file}:${text.slice(0, offset).split('\n').length}`;
  const add = (pattern: string, flags: string, offset: number) => {
    const written = `/${pattern}/${flags}`;
    if (!literals.has(written)) literals.set(written, { pattern, flags, at: place(offset) });
  };
  if (file.endsWith('.json')) {
    for (const { 1: pattern, index } of text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g))
      add(JSON.parse(pattern!), 'u', index);
    continue;
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) add(node.regex.pattern, node.regex.flags, node.start);
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') composed.push(file);
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') composed.push(file);
    },
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'pattern' || value.type !== 'Literal') return;
      if (typeof value.value === 'string') add(value.value, 'u', value.start);
    },
  }).visit(parseSync(file, text).program);
}

let check: typeof import('recheck').checkSync;
beforeAll(async () => {
  process.env.RECHECK_BACKEND = 'pure';
  ({ checkSync: check } = await import('recheck'));
});

/** In milliseconds; an analysis that takes longer proves nothing. */
const patience = 120_000;
const verdict = ({ pattern, flags }: Pick<Expression, 'pattern' | 'flags'>) => {
  const found = check(pattern, flags, { timeout: patience });
  if (found.status === 'safe') return 'linear';
  return found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
};

describe('regular expressions', () => {
  it('with exponential time are detected', () => {
    expect(verdict({ pattern: '^(a+)+$', flags: '' })).toMatch(/exponential/);
    expect(verdict({ pattern: '\\s+$', flags: '' })).toMatch(/2nd degree polynomial/);
  });

  it('are found in every package', () => {
    const packages = new Set([...literals.values()].map(({ at }) => at.split('/')[1]));
    expect([...packages].sort()).toEqual([
      'cli',
      'client',
      'contract',
      'create',
      'engine',
      'graphsearch',
      'opensearch',
      'query',
      'server',
      'sources',
      'studio',
      'widgets',
    ]);
  });

  it('are composed of letters, signs, titles, rules of languages, lists of names and patterns of the contract', () => {
    expect([...new Set(composed)]).toEqual([
      'packages/engine/src/presentation/presenter.ts',
      'packages/opensearch/src/indices/indexed-text.ts',
      'packages/query/src/parser.ts',
      'packages/query/src/analysis/irregular-forms.ts',
      'packages/query/src/analysis/letter-folding.ts',
      'packages/query/src/analysis/normalizer.ts',
      'packages/query/src/analysis/word-shapes.ts',
      'packages/server/src/settings/environment.ts',
      'packages/studio/src/editor/settings/schema.ts',
      'packages/widgets/src/results/status.ts',
    ]);
  });

  it.each([...literals])(
    '%s is linear',
    (_written, expression) => {
      expect(verdict(expression), expression.at).toBe('linear');
    },
    150_000,
  );
});
