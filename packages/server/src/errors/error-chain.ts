/** An error and its causes in one line. */

/** The messages of the error and its causes, outermost first, without those that a message before them contains. */
export function errorChain(error: Error): string {
  const messages: string[] = [];
  const seen = new Set<unknown>();
  for (let each: unknown = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    const { message } = each;
    if (message !== '' && !messages.some((outer) => outer.includes(withoutPeriod(message))))
      messages.push(message);
  }
  return messages
    .map((message, index) => (messages[index + 1] ? withoutPeriod(message) : message))
    .join(': ');
}

/** The period of a sentence that goes on. */
function withoutPeriod(message: string): string {
  return message.endsWith('.') && !message.endsWith('..') ? message.slice(0, -1) : message;
}
