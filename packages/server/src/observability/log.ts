/** Log on standard output, as JSON lines. */
import { type Logger, type LoggerOptions, pino } from 'pino';
import { errorChain } from '../errors/error-chain.ts';

/** Lines beyond this number of bytes are dropped while nobody reads the output. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** All loggers share the standard output of the process; an unread output never blocks it. */
const output = pino.destination({ fd: 1, sync: false, maxLength: MAX_BUFFERED_BYTES });
// A full disk under the log must not end the server.
output.on('error', () => undefined);

export function openLog(level: NonNullable<LoggerOptions['level']>): Logger {
  return pino({ level, serializers: { error: serializeError } }, output);
}

function serializeError(error: Error): unknown {
  const serialized = pino.stdSerializers.err(error);
  return error instanceof Error ? { ...serialized, message: errorChain(error) } : serialized;
}
