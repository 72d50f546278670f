/** Descriptions of scheduled sources for the API, without secrets and paths of this machine. */
import { basename, isAbsolute } from 'node:path';
import type { SpaceSource } from '@semantic-search/contract';
import { nextRun } from './scheduled-source.ts';
import type { StoredSource } from './source-files.ts';

export function describeSource({ source, run }: StoredSource): SpaceSource {
  const { id, command, schedule } = source;
  const next = nextRun(source, run)?.toISOString() ?? null;
  const described = { id, command: publicCommand(command), schedule, next };
  if (!run) return described;
  const { started, finished, exitCode, message } = run;
  return {
    ...described,
    last: {
      started,
      ...(finished && { finished, succeeded: exitCode === 0 }),
      ...(message && { message: publicText(message) }),
    },
  };
}

/** Options with patterns of addresses, which look like paths of this machine. */
const PATTERN_OPTIONS = ['--include', '--exclude', '--content', '--ignore'];

function publicCommand(command: readonly string[]): string {
  const words = command.map((word, index) => {
    if (PATTERN_OPTIONS.includes(command[index - 1] ?? '')) return word;
    return isAbsolute(word) ? basename(word) : publicText(word);
  });
  return words.join(' ');
}

/** Addresses: scheme, credentials up to the last `@`, host with path, and query. */
const webAddresses = /(https?:\/\/)(?:[^\s/?#]*@)?([^\s?#]*)(\?[^\s#]*)?/gi;
/** Absolute paths of at least two parts, which are not a part of an address or a pattern. */
const absolutePaths = /(?<![\w:/.…\]-])(?:[a-z]:)?(?:[\\/][^\s\\/:'"]+){2,}/gi;

/** A text without credentials and queries of addresses, and with only the last part of absolute paths. */
export function publicText(text: string): string {
  return text
    .replace(webAddresses, (_, scheme, address, query) => scheme + address + (query ? '?…' : ''))
    .replace(absolutePaths, (path) => basename(path.replaceAll('\\', '/')));
}
