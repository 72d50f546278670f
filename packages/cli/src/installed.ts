#!/usr/bin/env -S node --disable-warning=ExperimentalWarning --max-semi-space-size=8 --no-allocation-site-pretenuring
/**
 * Entry point of the installed command line: checks the version of Node before it loads code for newer versions.
 *
 * `semantic-search.ts` explains the flags. The flag for WebAssembly is missing: compiled code needs no type stripping, and older
 * versions of Node do not know the flag.
 */
const MIN_NODE_VERSION = 24;

if (Number.parseInt(process.versions.node, 10) < MIN_NODE_VERSION) {
  const words = process.argv.slice(2).join(' ');
  console.error(
    `semantic-search: Node ${MIN_NODE_VERSION} or newer is required; this is ${process.version}.`,
  );
  console.error('To use Node from the npm registry:');
  console.error(
    `  npx --package node@${MIN_NODE_VERSION} --package @semantic-search/cli semantic-search ${words}`,
  );
  process.exitCode = 1;
} else {
  await import('./semantic-search.ts');
}

export {};
