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
const MAX_PENDING_LENGTH = 1024 * 1024;
const RETRY_INTERVAL_MS = 100;
const STDOUT = 1;

// The state belongs to the standard output, which all loggers of the process share.

/** Lines since the last attempt to write. */
let pending = '';
/** Bytes of earlier lines that are not written yet; they may begin within a character. */
let rest: Buffer = Buffer.alloc(0);
let isScheduled = false;

/** Writes all lines of one turn of the event loop at once. pino's destination does not exit while its output is unread. */
function append(line: string): void {
  if (rest.length + pending.length > MAX_PENDING_LENGTH) return;
  pending += line;
  if (!isScheduled) setImmediate(flush);
  isScheduled = true;
}

function flush(): void {
  // Node makes a pipe non-blocking when it creates this stream.
  void process.stdout.writable;
  rest = Buffer.concat([rest, Buffer.from(pending)]);
  pending = '';
  try {
    rest = rest.subarray(writeSync(STDOUT, rest));
  } catch {
    // EAGAIN of an unread pipe, or ENOSPC: written again later.
  }
  isScheduled = rest.length > 0;
  if (isScheduled) setTimeout(flush, RETRY_INTERVAL_MS).unref();
}

process.on('exit', flush);
