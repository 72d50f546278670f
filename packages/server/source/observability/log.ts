/**
 * The log on standard output, as JSON lines. What is logged in one turn of the event loop is written in one call: a call
 * for every line costs as much as the request that it tells of.
 */
import { type Logger, type LoggerOptions, pino } from 'pino';

export function openLog(level: NonNullable<LoggerOptions['level']>): Logger {
  return pino({ level, serializers: { error: pino.stdSerializers.err } }, { write: gather });
}

let lines = '';
let output: ReturnType<typeof pino.destination> | undefined;

/** A killed process loses the lines of one turn at most; one that ends by itself none. */
function gather(line: string): void {
  if (lines === '') setImmediate(write);
  lines += line;
}

function write(): void {
  output ??= pino.destination({ dest: 1, sync: true });
  if (lines !== '') output.write(lines);
  lines = '';
}

process.on('exit', write);
