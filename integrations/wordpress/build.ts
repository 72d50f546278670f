/**
 * Build of the plug-in.
 *
 *   npx pnpm@12 exec node integrations/wordpress/build.ts zip FOLDER     the package for a release
 *   npx pnpm@12 exec node integrations/wordpress/build.ts translations   the template, and the German file with what is new
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zip } from './zip.ts';

export const source = join(import.meta.dirname, 'semantic-search');
const languages = join(source, 'languages');
const template = join(languages, 'semantic-search.pot');

/** Script handles of the editor and of the settings page, with their files. */
const scripts = { 'semantic-search-editor': 'blocks/editor.js', 'semantic-search-admin': 'assets/admin.js' };

const keywords = ['__', 'esc_html__', 'esc_attr__', 'esc_html_e', 'esc_attr_e', '_x:1,2c', '_n:1,2'];

/** Writes the plug-in with its compiled translations into the folder, and returns its own folder there. */
export function buildPlugin(folder: string): string {
  const plugin = join(folder, 'semantic-search');
  cpSync(source, plugin, { recursive: true });
  for (const path of globSync('languages/*.po', { cwd: plugin })) {
    const base = join(plugin, path.slice(0, -'.po'.length));
    execFileSync('msgfmt', ['--check', `--output-file=${base}.mo`, `${base}.po`], { stdio: 'pipe' });
    for (const [handle, file] of Object.entries(scripts))
      writeFileSync(`${base}-${handle}.json`, scriptTranslations(`${base}.po`, file));
  }
  return plugin;
}

/** Builds the package and returns its path. */
export function buildPackage(folder: string): string {
  const plugin = buildPlugin(folder);
  const names = globSync('**/*', { cwd: plugin, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  const path = join(folder, `semantic-search-${pluginVersion()}.zip`);
  writeFileSync(
    path,
    zip(
      paths.map((file) => ({
        name: `semantic-search/${file.slice(plugin.length + 1)}`,
        content: readFileSync(file),
      })),
    ),
  );
  return path;
}

export function pluginVersion(): string {
  return /^ \* Version: +(\S+)$/m.exec(readFileSync(join(source, 'semantic-search.php'), 'utf8'))![1]!;
}

/** The template of translations, from the sources. */
export function templateOfSources(): string {
  const files = [...globSync('**/*.php', { cwd: source }), ...Object.values(scripts)].sort();
  const common = [
    '--from-code=UTF-8',
    '--add-comments=translators',
    '--sort-by-file',
    '--output=-',
    '--omit-header',
    '--no-wrap',
  ];
  const words = [...common, '--keyword', ...keywords.map((keyword) => `--keyword=${keyword}`)];
  const extracted = ['PHP', 'JavaScript'].map((language) => {
    const ofLanguage = files.filter((file) => file.endsWith('.php') === (language === 'PHP'));
    return execFileSync('xgettext', [`--language=${language}`, ...words, ...ofLanguage], {
      cwd: source,
      encoding: 'utf8',
    });
  });
  const header =
    'msgid ""\nmsgstr ""\n"Project-Id-Version: semantic-search\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n';
  const merged = [header, ...extracted, metadata()].map((text) => text.trim()).join('\n\n');
  const unique = execFileSync('msguniq', ['--no-wrap', '--sort-output', '-'], {
    input: addHeader(merged),
    encoding: 'utf8',
  });
  return unique.replaceAll(/^(#: .*?):\d+/gm, '$1').replaceAll(/:\d+(?= |$)(?<=^#:.*)/gm, '');
}

/** Entries of xgettext without a header have escapes of UTF-8, which msguniq reads by the header. */
const addHeader = (text: string) => `${text}\n`;

/** Texts that xgettext does not see: the header of the plug-in, titles and descriptions of the blocks. */
function metadata(): string {
  const header = readFileSync(join(source, 'semantic-search.php'), 'utf8');
  const entries = ['Plugin Name', 'Description'].map((name) => {
    const text = new RegExp(`^ \\* ${name}: +(.+)$`, 'm').exec(header)![1]!;
    return entry('semantic-search.php', `${name} of the plugin`, text);
  });
  for (const file of globSync('blocks/*/block.json', { cwd: source }).sort()) {
    const block = JSON.parse(readFileSync(join(source, file), 'utf8')) as {
      title: string;
      description: string;
      keywords: string[];
    };
    entries.push(
      entry(file, '', block.title, 'block title'),
      entry(file, '', block.description, 'block description'),
    );
    entries.push(...block.keywords.map((keyword) => entry(file, '', keyword, 'block keyword')));
  }
  return entries.join('\n\n');
}

function entry(file: string, comment: string, text: string, context = ''): string {
  const lines = [comment && `#. ${comment}`, `#: ${file}`, context && `msgctxt "${context}"`];
  return [...lines.filter(Boolean), `msgid ${JSON.stringify(text)}`, 'msgstr ""'].join('\n');
}

/** Translations of one script, as WordPress loads them. */
function scriptTranslations(po: string, file: string): string {
  const messages: Record<string, unknown> = {
    '': {
      domain: 'messages',
      lang: basename(po).slice('semantic-search-'.length, -'.po'.length),
      'plural-forms': 'nplurals=2; plural=(n != 1);',
    },
  };
  for (const block of readFileSync(po, 'utf8').split('\n\n')) {
    if (!new RegExp(`^#: .*\\b${file}`, 'm').test(block)) continue;
    const [, id = ''] = /^msgid "(.*)"$/m.exec(block) ?? [];
    const [, text = ''] = /^msgstr "(.*)"$/m.exec(block) ?? [];
    messages[JSON.parse(`"${id}"`) as string] = [JSON.parse(`"${text}"`)];
  }
  return JSON.stringify({ domain: 'messages', locale_data: { messages } });
}

function updateTranslations(): void {
  writeFileSync(template, templateOfSources());
  for (const file of globSync('*.po', { cwd: languages }))
    execFileSync(
      'msgmerge',
      ['--update', '--backup=off', '--no-wrap', '--no-fuzzy-matching', join(languages, file), template],
      { stdio: 'inherit' },
    );
}

if (import.meta.main) {
  const [, , command, folder = '.'] = process.argv;
  if (command === 'zip') console.log(buildPackage(folder));
  else if (command === 'translations') updateTranslations();
  else throw new Error('Use "zip FOLDER" or "translations".');
}
