/**
 * Log on standard output, as JSON lines; never blocks.
 *
 * Lines of one event loop turn are written in one system call, because one call per line costs as much as a request.
 */
import { constants, fstatSync, openSync } from 'node:fs';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { errorChain } from '../errors/error-chain.ts';
import { type NonBlockingOutput, nonBlockingOutput } from './non-blocking-stdout.ts';

/** All loggers share the standard output of the process. */
export function openLog(level: NonNullable<LoggerOptions['level']>): Logger {
  return pino({ level, serializers: { error: serializeError } }, { write: buffer });
}

function serializeError(error: Error): unknown {
  const serialized = pino.stdSerializers.err(error);
  return error instanceof Error ? { ...serialized, message: errorChain(error) } : serialized;
}

/** Number of lines dropped because the buffer was full and the output was not read. */
export function linesDropped(): number {
  return output?.dropped() ?? 0;
}

/** How long an exiting process waits for its log to be read. */
const MAX_FLUSH_MS = 2000;

let lines = '';
let output: NonBlockingOutput | undefined;

/** A killed process loses the lines of one turn and unread output. */
function buffer(line: string): void {
  if (lines === '') setImmediate(write);
  lines += line;
}

function write(): void {
  if (lines === '') return;
  const text = lines;
  lines = '';
  output ??= nonBlockingOutput(nonBlockingDescriptor(), { onAgain: logDropped });
  output.write(text);
}

const logDropped = (dropped: number, because: string) =>
  openLog('warn').warn({ dropped, because }, 'Log lines were dropped');

process.on('exit', () => {
  write();
  output?.flush(MAX_FLUSH_MS);
  write(); // A message about dropped lines that flush() has just logged.
});

/**
 * File descriptor of standard output in non-blocking mode. Node sets it for pipes and sockets when it creates the stream. For
 * terminals it sets blocking mode, so these are opened again. Files and /dev/null never block.
 */
function nonBlockingDescriptor(): number {
  const stdout = 1;
  if (!fstatSync(stdout).isCharacterDevice()) {
    void process.stdout.writable;
    return stdout;
  }
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    return openSync('/proc/self/fd/1', O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return stdout; // No /proc (macOS) or no permission: the terminal may block.
  }
}
