/** Published packages: complete, and valid for bundlers, Node and type checkers. */
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../support/fixtures.ts';
import { type PackageName, packAll, packageFolder, published } from './packed.fixture.ts';

interface Manifest {
  exports: Record<string, string | { types: string }>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const tarballs = new Map<PackageName, Uint8Array<ArrayBuffer>>();
const packages = new Map<PackageName, Package>();
const directory = folder();

beforeAll(async () => {
  for (const { name, data } of await packAll(directory.path)) {
    tarballs.set(name, data);
    packages.set(name, createPackageFromTarballData(data));
  }
}, 300_000);

const packed = (name: PackageName): Package => packages.get(name)!;
const within = (name: PackageName, path: string) => `/node_modules/@semantic-search/${name}/${path}`;
const json = (name: PackageName, path: string) => JSON.parse(packed(name).readFile(within(name, path)));
const manifestOf = (name: PackageName) => json(name, 'package.json') as Manifest;
const filesOf = (name: PackageName) =>
  packed(name)
    .listFiles()
    .map((path) => path.slice(within(name, '').length));

/** The studio and the demo have files to serve, and no code to import. */
const withoutCode = new Set<PackageName>(['studio', 'demo']);
const withCode = published.filter((name) => !withoutCode.has(name));

describe.each(published)('the package %s', (name) => {
  it('passes publint', async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: tarballs.get(name)!.buffer },
      level: 'suggestion',
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('contains no source, no test and no workspace reference', () => {
    const files = filesOf(name);
    // The template of the starter has a test for its owner.
    const own = files.filter((path) => !path.startsWith('template/'));
    expect(own.filter((path) => /^src\/|\.test\.|\.fixture\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'package.json']));
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(name);
    const versions = Object.values({ ...dependencies, ...optionalDependencies });
    expect(versions.filter((version) => /workspace|catalog|file|link/.test(version))).toEqual([]);
  });

  it('has no dead relative link in its documents', () => {
    const files = new Set(filesOf(name));
    const dead = [...files]
      // The manual has links of the site that serves it.
      .filter((path) => path.endsWith('.md') && !path.startsWith('manual/'))
      .flatMap((path) =>
        [
          ...packed(name)
            .readFile(within(name, path))
            .matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g),
        ]
          .map(([, target = '']) => posix.join(posix.dirname(path), target))
          .filter((target) => !files.has(target))
          .map((target) => `${path}: ${target}`),
      );
    expect(dead).toEqual([]);
  });
});

describe.each(withCode)('the code of the package %s', (name) => {
  it('resolves its types in Node and in bundlers', async () => {
    // Entry points with a pattern are checked one by one.
    const includeEntrypoints = filesOf(name).flatMap((path) => {
      const [, part] = /^modules\/([\w-]+)\/index\.js$/.exec(path) ?? [];
      return part && './*' in manifestOf(name).exports ? [`./${part}`] : [];
    });
    // Entry points without types are for the other packages of the product.
    const excludeEntrypoints = Object.entries(manifestOf(name).exports).flatMap(([entry, target]) =>
      typeof target === 'string' ? [entry] : [],
    );
    const result = await checkPackage(packed(name), { includeEntrypoints, excludeEntrypoints });
    if (!result.types) throw new Error('It has no types.');
    // The packages are ES modules only: no require(), and no resolution without `exports`.
    const problems = result.problems.filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
  });

  it('consists of the compiled sources, and nothing from earlier builds', () => {
    const sources = globSync('src/**/*.ts', { cwd: packageFolder(name) }).filter(
      (path) => !path.endsWith('.test.ts'),
    );
    const compiled = filesOf(name).filter((path) => path.startsWith('modules/') && path.endsWith('.js'));
    const expected = sources.map((path) => path.replace(/^src(.*)\.ts$/, 'modules$1.js'));
    // Vite builds the scripts for pages from this file.
    expect(compiled.sort()).toEqual(expected.filter((path) => path !== 'modules/widget.js').sort());
  });

  it('declares the packages whose types its declarations mention', () => {
    const { dependencies, optionalDependencies, peerDependencies } = manifestOf(name);
    const declared = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    const missing = filesOf(name)
      .filter((path) => path.startsWith('modules/') && path.endsWith('.d.ts'))
      .flatMap((path) => specifiersIn(packed(name).readFile(within(name, path))))
      .filter((specifier) => !specifier.startsWith('.'))
      .map((specifier) =>
        specifier.startsWith('node:') ? '@types/node' : /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0],
      )
      .filter((dependency) => !(dependency in declared) && dependency !== `@semantic-search/${name}`);
    expect([...new Set(missing)]).toEqual([]);
  });

  it('contains every declaration that another one imports', () => {
    const files = new Set(filesOf(name));
    const missing = [...files]
      .filter((path) => path.startsWith('modules/') && path.endsWith('.d.ts'))
      .flatMap((path) =>
        specifiersIn(packed(name).readFile(within(name, path)))
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => posix.join(posix.dirname(path), specifier.replace(/\.(?:js|ts)$/, '.d.ts'))),
      )
      .filter((path) => !files.has(path));
    expect(missing).toEqual([]);
  });
});

const specifiersIn = (declarations: string) =>
  [...declarations.matchAll(/(?:\bfrom |\bimport\(|^import )['"]([^'"]+)['"]/gm)].map(
    ([, specifier = '']) => specifier,
  );

describe('the package cli', () => {
  it('has the command as a compiled program with options of Node', () => {
    const { bin } = manifestOf('cli');
    expect(Object.keys(bin ?? {})).toEqual(['semantic-search']);
    const program = packed('cli').readFile(within('cli', posix.normalize(bin!['semantic-search']!)));
    expect(program).toMatch(/^#!\/usr\/bin\/env -S node /);
  });
});

describe('the packages with built pages', () => {
  it('contain what the server serves', () => {
    expect(filesOf('widgets')).toEqual(expect.arrayContaining(['dist/widget.js', 'dist/similar-docs.js']));
    expect(filesOf('studio')).toEqual(expect.arrayContaining(['dist/index.html', 'dist/editor.html']));
    expect(filesOf('demo')).toEqual(
      expect.arrayContaining(['configurations.json', 'data/field-guide.ttl', 'pages/index.html']),
    );
  });
});

describe('the package create', () => {
  it('contains the whole template', () => {
    const template = globSync('template/**', { cwd: packageFolder('create'), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.relative(packageFolder('create'), posix.join(entry.parentPath, entry.name)));
    expect(template.length).toBeGreaterThan(5);
    expect(filesOf('create')).toEqual(expect.arrayContaining(template));
  });
});

describe('the package widgets', () => {
  it('contains the custom elements manifest and llms.txt', () => {
    const all = packed('widgets');
    const { modules } = json('widgets', 'custom-elements.json') as { modules: { path: string }[] };
    expect(modules).toHaveLength(3);
    for (const { path } of modules) expect(all.fileExists(within('widgets', path)), path).toBe(true);
    expect(all.readFile(within('widgets', 'llms.txt'))).toContain('<semantic-search configuration=');
  });

  it('lists every module with side effects', () => {
    const all = packed('widgets');
    const { sideEffects } = json('widgets', 'package.json') as { sideEffects: string[] };
    const listed = (path: string) =>
      sideEffects.some((one) => path.endsWith(one.replace('**', '').replace('*', 'js')));
    const modules = all.listFiles().filter((path) => path.includes('/modules/') && path.endsWith('.js'));
    const doing = modules.filter((path) =>
      /^(?:customElements\.)?define\(|registerProperty\(|Object\.assign\(en/m.test(all.readFile(path)),
    );
    expect(doing.length).toBeGreaterThan(3);
    expect(modules.filter(listed)).toEqual(doing);
  });
});
