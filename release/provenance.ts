/** Provenance of a release: an in-toto statement with the predicate SLSA provenance 1. */
import type { ReleaseFile } from './checksums.ts';

/** Where and from what a release was built. */
export interface Build {
  /** Full commit ID. */
  commit: string;
  /** Checksum of `pnpm-lock.yaml`. */
  lockfile: string;
  version: string;
  /** URI of the system that ran the script. */
  builder: string;
  node: string;
  pnpm: string;
  started: Date;
  finished: Date;
}

/** Unsigned; see https://slsa.dev/spec/v1.0/provenance and https://in-toto.io/Statement/v1. */
export function provenance(files: readonly ReleaseFile[], build: Build): object {
  const { commit, lockfile, version, builder, node, pnpm, started, finished } = build;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:semantic-search:release:1',
        externalParameters: { version, command: 'npx pnpm@12 release DIRECTORY' },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'pnpm-lock.yaml', digest: { sha256: lockfile } },
        ],
      },
      runDetails: {
        builder: { id: builder, version: { node, pnpm } },
        metadata: { startedOn: started.toISOString(), finishedOn: finished.toISOString() },
      },
    },
  };
}
