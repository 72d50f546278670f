/** Published packages: complete, and valid for bundlers, Node and type checkers. */
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../support/fixtures.ts';
import { type PackageName, packAll, published } from './packed.fixture.ts';

const tarballs = new Map<PackageName, Uint8Array<ArrayBuffer>>();
const directory = folder();

beforeAll(async () => {
  for (const { name, data } of await packAll(directory.path)) tarballs.set(name, data);
});

const packed = (name: PackageName): Package => createPackageFromTarballData(tarballs.get(name)!);
const within = (name: PackageName, path: string) => `/node_modules/@semantic-search/${name}/${path}`;
const json = (name: PackageName, path: string) => JSON.parse(packed(name).readFile(within(name, path)));

describe.each(published)('the package %s', (name) => {
  it('passes publint', async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: tarballs.get(name)!.buffer },
      level: 'suggestion',
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('resolves its types in Node and in bundlers', async () => {
    const result = await checkPackage(packed(name));
    if (!result.types) throw new Error('It has no types.');
    // The packages are ES modules only: no require(), and no resolution without `exports`.
    const problems = result.problems.filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
  });

  it('contains no source, no test and no workspace reference', () => {
    const files = packed(name).listFiles();
    expect(files.filter((path) => /\/src\/|\.test\.|\.fixture\./.test(path))).toEqual([]);
    expect(files.map((path) => path.split('/').at(-1))).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE']),
    );
    const { dependencies } = json(name, 'package.json') as { dependencies: Record<string, string> };
    expect(
      Object.values(dependencies).filter((version) => /workspace|catalog|file|link/.test(version)),
    ).toEqual([]);
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
