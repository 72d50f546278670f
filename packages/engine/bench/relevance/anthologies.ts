/** Long texts with known subjects, made from abstracts of library records that share a subject. */
import type { DocumentInput } from '../../src/index.ts';

export interface Anthology {
  /** URI of the shared subject. */
  subject: string;
  language: string;
  /** The abstracts in the order of the collection, without titles. */
  text: string;
  /** URIs of the concepts that at least a quarter of the records have as a subject. */
  subjects: string[];
}

export type JudgedRecord = DocumentInput & { language: string; subjects: string[] };

const RECORD_COUNT = 40;
const MIN_SHARE = 0.25;

/** One anthology per language and subject with enough records. */
export function anthologiesOf(records: JudgedRecord[]): Anthology[] {
  const bySubject = new Map<string, JudgedRecord[]>();
  for (const record of records) {
    for (const subject of record.subjects) {
      const key = `${record.language} ${subject}`;
      bySubject.set(key, [...(bySubject.get(key) ?? []), record]);
    }
  }
  return [...bySubject]
    .filter(([, found]) => found.length >= RECORD_COUNT)
    .map(([key, found]) => {
      const [language, subject] = key.split(' ') as [string, string];
      const every = found.length / RECORD_COUNT;
      const chosen = Array.from({ length: RECORD_COUNT }, (_, i) => found[Math.floor(i * every)]!);
      return {
        subject,
        language,
        text: chosen.map(abstractOf).join('\n\n'),
        subjects: frequentSubjects(chosen),
      };
    });
}

const abstractOf = ({ description }: JudgedRecord) => String(description);

function frequentSubjects(records: JudgedRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { subjects } of records) {
    for (const subject of new Set(subjects)) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= records.length * MIN_SHARE).map(([subject]) => subject);
}
