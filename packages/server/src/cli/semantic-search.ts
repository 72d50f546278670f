#!/usr/bin/env -S node --disable-warning=ExperimentalWarning --max-semi-space-size=8 --no-allocation-site-pretenuring
/**
 * Where the command line begins: loads what it can do, and tells in words what went wrong. What is young has little room
 * (--max-semi-space-size, in MB): requests leave little behind, and many idle connections take a quarter less memory.
 * Nothing begins among the old (--no-allocation-site-pretenuring): one short list there, which holds what was asked, keeps
 * that until the old are tidied, and with 10,000 idle connections such rubbish was a fifth of all memory in every other run.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Halves the time of every later start. Beside the code, since who can write there can change the code anyway; where
// that is read-only, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));

const { CommanderError } = await import('commander');
const { program } = await import('./program.ts');

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) throw error;
  console.error(`semantic-search: ${inWords(error)}`);
  process.exitCode = 1;
}

/** What is kept from clients, such as which file could not be written, is told here. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const because = error.name === 'ProblemError' && error.cause instanceof Error;
  return because ? `${error.message} (${inWords(error.cause)})` : error.message;
}
