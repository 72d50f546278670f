/** Log on standard output, as JSON lines that never block the server. */
import { writeSync } from 'node:fs';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { errorChain } from '../errors/error-chain.ts';

/** All loggers share the standard output of the process. */
export function openLog(level: NonNullable<LoggerOptions['level']>): Logger {
  return pino({ level, serializers: { error: serializeError } }, { write: append });
}

function serializeError(error: Error): unknown {
  const serialized = pino.stdSerializers.err(error);
  return error instanceof Error ? { ...serialized, message: errorChain(error) } : serialized;
}

/** While nobody reads the output or its disk is full, lines over this limit are dropped. */
const MAX_PENDING_CHARACTERS = 1024 * 1024;
const RETRY_INTERVAL_MS = 100;
const STDOUT = 1;

let pending = '';
let isScheduled = false;

/** Writes all lines of one turn of the event loop at once. pino's destination does not exit while its output is unread. */
function append(line: string): void {
  if (pending.length > MAX_PENDING_CHARACTERS) return;
  pending += line;
  if (!isScheduled) setImmediate(flush);
  isScheduled = true;
}

function flush(): void {
  // Node makes a pipe non-blocking when it creates this stream.
  void process.stdout.writable;
  const bytes = Buffer.from(pending);
  try {
    const writtenBytes = writeSync(STDOUT, bytes);
    pending = writtenBytes < bytes.length ? bytes.subarray(writtenBytes).toString() : '';
  } catch {
    // EAGAIN of an unread pipe, or ENOSPC: written again later.
  }
  isScheduled = pending !== '';
  if (isScheduled) setTimeout(flush, RETRY_INTERVAL_MS).unref();
}

process.on('exit', flush);
