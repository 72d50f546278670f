/** Metadata for catalogs of public software: the rules of publiccode.yml 0.4, and facts of this repository. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/service.ts';

const metadata = parse(readFileSync(join(root, 'publiccode.yml'), 'utf8'));
const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

it('publiccode.yml has the mandatory members with allowed values', () => {
  expect(metadata).toMatchObject({
    publiccodeYmlVersion: '0.4',
    name: expect.any(String),
    url: expect.stringMatching(/^https:\/\//),
    platforms: ['web'],
    developmentStatus: expect.stringMatching(/^(?:concept|development|beta|stable|obsolete)$/),
    softwareType: 'standalone/web',
    releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    maintenance: { type: 'community', contacts: [{ name: expect.any(String) }] },
    localisation: { localisationReady: true },
  });
  const { shortDescription, longDescription, features } = metadata.description.en;
  expect(shortDescription.length).toBeLessThanOrEqual(150);
  expect(longDescription.length).toBeGreaterThanOrEqual(500);
  expect(longDescription.length).toBeLessThanOrEqual(10_000);
  expect(features.filter((feature: string) => feature.length > 100)).toEqual([]);
});

it('publiccode.yml has the version, the license and the languages of the repository', () => {
  expect([metadata.softwareVersion, metadata.legal.license]).toEqual([version, license]);
  const languages = globSync('packages/widgets/src/locale/languages/*.json', { cwd: root });
  const codes = languages.map((path) => basename(path, '.json'));
  expect([...metadata.localisation.availableLanguages].sort()).toEqual(codes.sort());
});
