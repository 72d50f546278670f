/** Small JSON files that nothing else could restore: with a checksum, so that one changed byte is noticed. */
import { hash } from 'node:crypto';
import type { Adapter } from 'lowdb';
import { durableFile } from './durable-file.ts';

type Summed<Data> = Data & { sum?: string };

/** As `durableFile`; `read` throws also when the content is not what was written. */
export function checkedFile<Data extends object>(path: string, mode: number): Adapter<Data> {
  const file = durableFile<Summed<Data>>(path, mode);
  return {
    async read() {
      const stored = await file.read();
      return stored && intact<Data>(path, stored);
    },
    write: (data) => file.write(summed(data)),
  };
}

/** The content of the text of such a file. Throws when it is damaged. */
export function readChecked<Data extends object>(path: string, text: string): Data {
  try {
    return intact<Data>(path, JSON.parse(text) as Summed<Data>);
  } catch (cause) {
    throw new Error(`${path} is damaged: ${(cause as Error).message}`, { cause });
  }
}

export function summed<Data extends object>(data: Data): Summed<Data> {
  return { ...data, sum: sumOf(data) };
}

/** Files written by hand have no sum. */
function intact<Data extends object>(path: string, stored: Summed<Data>): Data {
  const { sum, ...data } = stored;
  if (sum === undefined || sum === sumOf(data)) return data as unknown as Data;
  throw new Error(`${path} is damaged: its checksum is another`);
}

function sumOf(data: object): string {
  return hash('sha256', JSON.stringify(data), 'base64url');
}
