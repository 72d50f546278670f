/** Chain of an error and its causes. */

/** The error and its causes, outermost first; ends if the causes are circular. */
export function errorsOf(error: unknown): Error[] {
  const errors = new Set<Error>();
  for (let link = error; link instanceof Error && !errors.has(link); link = link.cause) errors.add(link);
  return [...errors];
}

/** The messages of the error and its causes, outermost first, without messages that an earlier one contains. */
export function errorChain(error: Error): string {
  const messages: string[] = [];
  for (const { message } of errorsOf(error))
    if (message !== '' && !messages.some((outer) => outer.includes(withoutPeriod(message))))
      messages.push(message);
  const joinable = messages.map((message, index) => (messages[index + 1] ? withoutPeriod(message) : message));
  return joinable.join(': ');
}

/** Removes the final period of a message, so that a sentence can continue. */
function withoutPeriod(message: string): string {
  return message.endsWith('.') && !message.endsWith('..') ? message.slice(0, -1) : message;
}
