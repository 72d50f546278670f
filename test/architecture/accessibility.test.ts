/** Accessibility rules that the sources show: no repeated animation, no instruction by position. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('the widgets and the main user interface', () => {
  it('repeat no animation, so that nothing flashes', () => {
    const styles = read('packages/{widgets,studio}/src/**/*.{ts,css}');
    expect(styles.length).toBeGreaterThan(100);
    const repeating = styles.filter(({ text }) =>
      /animation(?:-[a-z-]+)?:[^;]*\binfinite\b|animation-iteration-count|iterations:|\bsetInterval\(/.test(
        text,
      ),
    );
    expect(repeating.map(({ path }) => path)).toEqual([]);
  });

  it('name no position, shape or color in the English texts', () => {
    const texts = read('packages/widgets/src/locale/languages/en.json').flatMap(({ text }) =>
      Object.values(JSON.parse(text) as Record<string, string | Record<string, string>>).flatMap((message) =>
        typeof message === 'string' ? message : Object.values(message),
      ),
    );
    expect(texts.length).toBeGreaterThan(90);
    const bound = texts.filter((text) =>
      /\b(?:left|right(?! now)|above|below|beneath|round|square|green|red|blue)\b/i.test(text),
    );
    expect(bound).toEqual([]);
  });
});
