#!/usr/bin/env -S node --disable-warning=ExperimentalWarning --max-semi-space-size=8 --no-allocation-site-pretenuring --wasm-wrapper-tiering-budget=1000000000
/**
 * Entry point of the command line: loads the program and prints errors without stack traces.
 *
 * V8 flags: a small young generation (`--max-semi-space-size`, in MB) saves a quarter of the memory with many idle
 * connections. Without `--no-allocation-site-pretenuring`, a pretenured array retained request data until the next major
 * collection: in every other run, a fifth of the memory with 10,000 idle connections. `--wasm-wrapper-tiering-budget` prevents
 * the tier-up of WebAssembly wrappers (Node strips types with WebAssembly). In about one of five runs of all tests, a tier-up
 * in a worker freed code of an ended worker and crashed the process.
 */
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

if (!['start', 'serve'].includes(process.argv[2] ?? '')) {
  // Only the server needs these flags. V8 rejects code that was compiled with other flags, even Node's own modules,
  // which then take 30 ms. The flags precede the compile cache, whose folder depends on them.
  setFlagsFromString('--allocation-site-pretenuring');
  setFlagsFromString('--wasm-wrapper-tiering-budget=1000');
  // A command that the server has started ends with the server, even if the server is killed.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}

// Halves the time of later starts. The cache lives next to the code, because write access there allows changing the
// code anyway. In a read-only installation nothing is cached.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// Workers, for example one per thesaurus import, start twice as fast with the compile cache of this process.
const cacheFolder = getCompileCacheDir();
if (cacheFolder !== undefined) process.env.NODE_COMPILE_CACHE = dirname(cacheFolder);

const { errorChain } = await import('@semantic-search/server/errors');
const { openProgram } = await import('./program.ts');

try {
  await (await openProgram(process.argv[2])).parseAsync();
} catch (error) {
  // Adds the cause, such as the file that could not be written, or the server that does not respond.
  console.error(`semantic-search: ${error instanceof Error ? errorChain(error) : error}`);
  process.exitCode = 1;
}
