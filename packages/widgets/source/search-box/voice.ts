/** Voice: one spoken phrase as text, where the browser can listen. */

interface Recognition extends EventTarget {
  lang: string;
  start(): void;
  abort(): void;
}
type Recogniser = new () => Recognition;

const recogniser = (): Recogniser | undefined => {
  const of = globalThis as unknown as Record<string, Recogniser | undefined>;
  return of.SpeechRecognition ?? of.webkitSpeechRecognition;
};

export const canListen = (): boolean => recogniser() !== undefined;

/** Listens for one phrase in a language (BCP 47); empty when nothing was understood or the visitor said no. */
export function listen(language: string): Promise<string> {
  const recognition = new (recogniser()!)();
  recognition.lang = language;
  return new Promise((resolve) => {
    recognition.addEventListener('result', (event) => {
      const { results } = event as Event & { results: { transcript: string }[][] };
      resolve(results[0]?.[0]?.transcript.trim() ?? '');
    });
    recognition.addEventListener('end', () => resolve(''));
    recognition.start();
  });
}
