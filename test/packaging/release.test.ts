/** Release: its files, checksums and provenance; versions and changelog from changesets. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeChangelogs } from '../../release/changelog.ts';
import { writeRelease } from '../../release/index.ts';
import { raiseVersion } from '../../release/version.ts';
import { folderOfTest } from '../support/fixtures.ts';
import { root } from '../support/service.ts';

const jsonIn = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

describe('a release', () => {
  it('has the source of the commit, container files, a bill of materials, checksums and provenance', async () => {
    const directory = await folderOfTest();
    const pack = (folder: string) => writeFileSync(join(folder, 'semantic-search-client.tgz'), 'packed');
    writeRelease(directory, { pack, builder: 'urn:example:builder' });

    const checked = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: directory,
      encoding: 'utf8',
    });
    const files = checked
      .trim()
      .split('\n')
      .map((line) => line.replace(/: OK$/, ''));
    const expected = [
      'CHANGELOG.md',
      'source.tar.gz',
      'sbom.cdx.json',
      'provenance.json',
      'packages/semantic-search-client.tgz',
    ];
    const container = [
      'container/Containerfile',
      'container/compose/compose.yaml',
      'container/chart/Chart.yaml',
    ];
    expect(files).toEqual(expect.arrayContaining([...expected, ...container]));

    const { _type, predicateType, subject, predicate } = jsonIn(join(directory, 'provenance.json'));
    expect([_type, predicateType]).toEqual([
      'https://in-toto.io/Statement/v1',
      'https://slsa.dev/provenance/v1',
    ]);
    expect(subject.map(({ name }: { name: string }) => name).sort()).toEqual(
      files.filter((name) => name !== 'provenance.json').sort(),
    );
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    expect(predicate.buildDefinition.resolvedDependencies[0]).toEqual({
      name: 'source',
      digest: { gitCommit: commit },
    });
    expect(predicate.runDetails.builder.id).toBe('urn:example:builder');

    const listed = execFileSync('tar', ['--list', '--gzip', '--file', join(directory, 'source.tar.gz')], {
      encoding: 'utf8',
    });
    const { version } = jsonIn(join(root, 'package.json'));
    expect(listed).toContain(`semantic-search-${version}/packages/cli/src/semantic-search.ts\n`);
    const { bomFormat, components } = jsonIn(join(directory, 'sbom.cdx.json'));
    expect(bomFormat).toBe('CycloneDX');
    const names = components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['koa', 'lit']));
    expect(names).not.toContain('vitest');
    const written = ['provenance.json', 'sbom.cdx.json']
      .map((name) => readFileSync(join(directory, name), 'utf8'))
      .join('');
    expect(written).not.toContain(root);
  });

  it('is not written into a folder that has files', async () => {
    const directory = await folderOfTest();
    writeFileSync(join(directory, 'mine'), '');
    expect(() => writeRelease(directory, { pack: () => undefined, builder: 'urn:example' })).toThrow(
      'is not empty',
    );
  });
});

describe('the version', () => {
  it('is raised everywhere at once, and the changes are in one changelog', async () => {
    const directory = await folderOfTest();
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1e9 });
    execFileSync('tar', ['--extract', '--directory', directory], { input: archive });
    execFileSync('git', ['init', '--quiet'], { cwd: directory });
    const file = join(directory, '.changeset/for-this-test.md');
    writeFileSync(file, '---\n"@semantic-search/client": minor\n---\n\nThe client has a `novelty`.\n');
    const before = jsonIn(join(directory, 'package.json')).version as string;
    const version = raiseVersion(directory);
    expect(version).not.toBe(before);
    const packages = globSync('{packages/*/,demo/,}package.json', { cwd: directory });
    const versions = packages
      .map((path) => jsonIn(join(directory, path)).version)
      .filter((each) => each !== undefined);
    expect(new Set(versions)).toEqual(new Set([version]));
    const chart = readFileSync(join(directory, 'packages/server/deploy/chart/Chart.yaml'), 'utf8');
    expect(chart).toContain(`version: ${version}\nappVersion: "${version}"`);
    const changelog = readFileSync(join(directory, 'CHANGELOG.md'), 'utf8');
    expect(changelog).toMatch(
      new RegExp(`## ${version}\n\n### Minor Changes\n\n[^#]*- The client has a .novelty.\\.`),
    );
    expect(changelog).toContain('## 0.1.0');
  });

  it('mergeChangelogs lists each change once, newest version first', () => {
    const client =
      '# client\n\n## 0.10.0\n\n### Minor Changes\n\n- 0123abc: Adds A.\n\n  More about A.\n\n## 0.9.0\n\n### Patch Changes\n\n- Fixes B.\n';
    const server =
      '# server\n\n## 0.10.0\n\n### Minor Changes\n\n- 0123abc: Adds A.\n\n  More about A.\n\n### Patch Changes\n\n- Updated dependencies\n  - client@0.10.0\n';
    expect(mergeChangelogs([client, server])).toBe(
      '# Changelog\n\n## 0.10.0\n\n### Minor Changes\n\n- Adds A.\n\n  More about A.\n\n## 0.9.0\n\n### Patch Changes\n\n- Fixes B.\n',
    );
  });
});
