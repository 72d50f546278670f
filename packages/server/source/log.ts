/** The log on standard output: lines are gathered for a moment, because one system call a line costs as much as the request. */
import { type Logger, type LoggerOptions, pino } from 'pino';

export interface OpenLog {
  log: Logger;
  /** Writes what is gathered and gathers no more. */
  close(): void;
}

/** How long a line may wait, in milliseconds: so much of the log a killed process may lose. */
const longestWait = 100;
/** Or until so many bytes are there. */
const enough = 8 * 1024;

export function openLog(level: NonNullable<LoggerOptions['level']>): OpenLog {
  const destination = pino.destination({ dest: 1, sync: false, minLength: enough });
  const flushing = setInterval(() => destination.flush(), longestWait).unref();
  const log = pino({ level, serializers: { error: pino.stdSerializers.err } }, destination);
  return {
    log,
    close() {
      clearInterval(flushing);
      destination.flushSync();
    },
  };
}
