/** Tests of the texts: none is in the code, and every language has all of them. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { en, type TextKey, type Texts } from './en.ts';
import { fileFor, formatBytes, localeOf, rich, text } from './text.ts';

const root = join(import.meta.dirname, '../..');
const modules = globSync('src/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|^src\/text\//.test(path))

  .sort();

/** Values that programs read: keys, selectors of elements, names of schemas, commands; and examples of addresses. */
const technical =
  /^(?:Enter|Escape|\s?[.:][\w(-].*|With|For|Settings|semantic-search .*| --origin .*|(?:\w+, )+\w+|https?:\S*|www\.\S*|de)$/;

/** Letters that a person reads in a template; `\0` stands for an expression. */
function wordsIn(template: string): string[] {
  const attributes = [
    ...template.matchAll(/(?:aria-label|title|alt|placeholder|aria-description)="([^"]*)"/g),
  ].map(([, value]) => value!);
  const content = template
    .replace(/<code>.*?<\/code>/gs, '')
    .replace(/<[^<>]*>/g, '\0')
    .split('\0');
  return [...attributes, ...content].map((part) => part.trim()).filter((part) => /\p{L}/u.test(part));
}

const isSentence = (value: string): boolean =>
  /\p{L}{2,}[,.:]? \p{L}+/u.test(value) || /^\p{Lu}\p{Ll}+[.:]?$/u.test(value);

/** Texts in the code of a module; those of exceptions are for developers. */
function literalsOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  const found: string[] = [];
  const ignored: [number, number][] = [];
  const visitor = new Visitor({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Error')
        ignored.push([node.start, node.end]);
    },
    TaggedTemplateExpression({ quasi }) {
      found.push(...wordsIn(quasi.quasis.map(({ value }) => value.raw).join('\0')));
      for (const { start, end } of quasi.quasis) ignored.push([start, end]);
    },
    TemplateElement(node) {
      const isIgnored = ignored.some(([start, end]) => start <= node.start && node.end <= end);
      if (!isIgnored && isSentence(node.value.raw)) found.push(node.value.raw);
    },
    Literal(node) {
      const isIgnored = ignored.some(([start, end]) => start <= node.start && node.end <= end);
      if (!isIgnored && typeof node.value === 'string' && isSentence(node.value)) found.push(node.value);
    },
  });
  visitor.visit(parseSync(path, source).program);
  return found.filter((value) => !technical.test(value)).map((value) => `${path}: ${value}`);
}

describe('the texts', () => {
  it('are not in the code', () => {
    expect(modules.flatMap(literalsOf)).toEqual([]);
  });

  it('of the main page are those of the English file', () => {
    const page = readFileSync(join(root, 'index.html'), 'utf8');
    const shown = [...page.matchAll(/data-(?:text)="(\w+)"[^>]*>([^<]*)</g)];
    expect(shown.length).toBeGreaterThan(10);
    for (const [, key, words] of shown) expect(words).toBe(en[key as TextKey]);
  });

  it('are all in use', () => {
    const code = [...modules, 'src/text/service-message.ts', 'src/text/service-patterns.ts', 'index.html']
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
    // Texts of values have the name of the value, and two kinds of links share a name.
    const isUsed = (key: string) =>
      /^(?:option|action|part|document|change|finding|problem|label|start|outcome|contrast|proposal)_/.test(
        key,
      ) || [key, key.replace(/(?:With|For)$/, '')].some((name) => new RegExp(`['"]${name}['"]`).test(code));
    const unused = Object.keys(en).filter((key) => !isUsed(key));
    expect(unused).toEqual([]);
  });

  it('are in all languages of the widgets', () => {
    const widgets = readdirSync(join(root, '../widgets/src/locale/languages')).map(nameOf);
    expect([...existing, 'en'].sort()).toEqual(widgets.sort());
  });

  it('insert numbers, words and templates', async () => {
    expect(text('unsaved', { count: 1234 })).toBe('1,234 changes are not saved.');
    expect(rich('savedAfter', { user: 'Jane {time}', time: 'noon' }).join('')).toBe(
      'Jane {time} saved it on noon, after you opened it. Your changes are still here.',
    );
    expect(formatBytes(2.9 * 1024 ** 2)).toBe('2.9 MB');
  });
});

describe('the language of a tag', () => {
  it.each([
    ['de-AT', 'de'],
    ['nn', 'nb'],
    ['zh-TW', 'zh-Hant'],
    ['zh-CN', 'zh'],
    ['tlh', undefined],
  ])('%s is that of %s', (tag, file) => {
    expect(fileFor(tag)).toBe(existing.includes(file ?? '') ? file : undefined);
  });
});

const nameOf = (file: string): string => file.replace(/\.\w+$/, '');
const existing = readdirSync(join(import.meta.dirname, 'languages')).map(nameOf);
const formsOf = (message: string | object): [category: string, form: string][] =>
  typeof message === 'string' ? [['', message]] : Object.entries(message);
const placeholders = (form: string): string[] => [...new Set(form.match(/\{\w+\}/g))].sort();

const entries = Object.entries(en);

describe.each(existing)('the language %s', (language) => {
  const texts = JSON.parse(
    readFileSync(join(import.meta.dirname, `languages/${language}.json`), 'utf8'),
  ) as Texts;

  it('has every text, in every plural form', () => {
    expect(Object.keys(texts).sort()).toEqual(entries.map(([key]) => key).sort());
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, english] of entries)
      if (typeof english === 'object')
        expect(Object.keys(texts[key as TextKey]).sort(), key).toEqual([...categories].sort());
  });

  it('has the values of each text', () => {
    for (const [key, english] of entries) {
      const wanted = formsOf(english).flatMap(([, form]) => placeholders(form));
      for (const [category, form] of formsOf(texts[key as TextKey])) {
        const others = placeholders(form).filter((name) => name !== '{count}');
        expect(others, `${key} ${category}`).toEqual(
          [...new Set(wanted)].sort().filter((name) => name !== '{count}'),
        );
        if (category === 'other' || category === 'many') expect(form, key).toContain('{count}');
      }
    }
  });

  it('has typographic characters', () => {
    for (const [key, message] of Object.entries(texts))
      for (const [, form] of formsOf(message)) expect(form, key).not.toMatch(/["'`]|\.\.\.|\s\s|^\s|\s$/u);
  });

  it('has the direction of its script', async () => {
    expect((await localeOf(language)).isRightToLeft).toBe(['ar', 'fa', 'he'].includes(language));
  });
});
