/**
 * The log on standard output, as JSON lines. What is logged in one turn of the event loop is written in one call: a call
 * for every line costs as much as the request that it tells of. Nothing waits for who reads it.
 */
import { constants, fstatSync, openSync } from 'node:fs';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { type NonBlockingOutput, nonBlockingOutput } from './non-blocking-stdout.ts';

/** Whatever is opened writes to the one standard output that the process has. */
export function openLog(level: NonNullable<LoggerOptions['level']>): Logger {
  return pino({ level, serializers: { error: pino.stdSerializers.err } }, { write: gather });
}

/** How many lines the process has dropped, because nobody took them and there was no more room for them. */
export function linesDropped(): number {
  return output?.dropped() ?? 0;
}

/** How long a process that ends waits for who reads its log, in milliseconds. */
const longestFarewell = 2000;

let lines = '';
let output: NonBlockingOutput | undefined;

/** A killed process loses the lines of one turn, and what nobody has taken. */
function gather(line: string): void {
  if (lines === '') setImmediate(write);
  lines += line;
}

function write(): void {
  if (lines === '') return;
  const gathered = lines;
  lines = '';
  output ??= nonBlockingOutput(withoutWaiting(), { onAgain: tellOfDropped });
  output.write(gathered);
}

const tellOfDropped = (dropped: number, because: string) =>
  openLog('warn').warn({ dropped, because }, 'Lines of the log were dropped');

process.on('exit', () => {
  write();
  output?.flush(longestFarewell);
  write(); // How many were dropped, where that was told just now.
});

/**
 * Standard output, so that a write does not wait for its reader: Node does so for pipes and sockets once it has made a
 * stream of them. A terminal it makes wait, so that is opened once more; files and null do not wait.
 */
function withoutWaiting(): number {
  const standard = 1;
  if (!fstatSync(standard).isCharacterDevice()) {
    void process.stdout.writable;
    return standard;
  }
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    return openSync('/proc/self/fd/1', O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return standard; // No such place (macOS), or it belongs to somebody else: the terminal may hold up its log.
  }
}
