/** English messages of the service, and names of its parts, in the language of the person. */
import { ApiError } from '@semantic-search/client';
import type { SourceReport } from '@semantic-search/contract';
import { en, type TextKey } from './en.ts';
import { servicePatterns, systemPatterns } from './service-patterns.ts';
import { formatDay, locale, text } from './text.ts';

type AddressOutcome = SourceReport['addresses'][number]['outcome'];

const isEnglish = locale.tag.startsWith('en');

/** Translates frequent messages; others stay English. Reasons of an address may be codes of the operating system. */
export function serviceMessage(english: string): string {
  const message = english.replace(/^semantic-search: /, '');
  if (isEnglish && !/^https?:/.test(message)) return message;
  for (const [pattern, key] of [...servicePatterns, ...systemPatterns]) {
    const match = pattern.exec(message);
    if (match)
      return text(key, {
        ...match.groups,
        ...(match.groups?.date && { date: formatDay(match.groups.date) }),
      });
  }
  const [, address, reason] = /^(https?:\S+): (.+)$/.exec(message) ?? [];
  return address && reason ? `${address}: ${reasonText(reason)}` : message;
}

/** Reasons of an address, of which a report has several. */
export const reasonText = (english: string): string => english.split('; ').map(serviceMessage).join('; ');

/** The last line of a run: counts of outcomes, the number of addresses with one reason, or a message. */
export function runMessage(line: string): string {
  const counts = /^\S+: (\d+ indexed, .*)$/.exec(line)?.[1];
  if (counts) return locale.join(counts.split(', ').flatMap(countText));
  const [, count, outcome = '', reason = ''] = /^(\d+) (skipped|failed): (.*)$/.exec(line) ?? [];
  if (!count) return serviceMessage(line);
  return `${text(`outcome_${outcome as AddressOutcome}`)}: ${reasonText(reason)} (${count})`;
}

/** `17 indexed` → `In the search: 17`; nothing for 0. */
function countText(counted: string): string[] {
  const [count = '', outcome = ''] = counted.split(' ');
  const key = `outcome_${outcome}`;
  return key in en && count !== '0' ? [`${text(key as TextKey)}: ${count}`] : [];
}

/** Parts of the server and of its data directory, as `doctor` and `/ready` name them. */
const parts: Record<string, TextKey> = {
  service: 'partServer',
  search: 'search',
  insight: 'insight',
  tokens: 'tokens',
  scopes: 'partScopes',
  configurations: 'configurations',
  database: 'partDatabase',
  schedules: 'partSchedules',
  disk: 'disk',
  restore: 'partRestore',
  'keys.json': 'partKeys',
  'tokens.json': 'tokens',
};

/** A part by its name in the language of the person; `search space town` keeps the name of the search space. */
export function partText(part: string): string {
  const key = parts[part];
  if (key) return part.endsWith('.json') ? `${text(key)} (${part})` : text(key);
  const [, kind, name] = /^(search space|token) (.+)$/.exec(part) ?? [];
  return kind ? `${text(kind === 'token' ? 'token' : 'searchSpace')} ${name}` : part;
}

/** Problems that the translated text describes completely. */
const completeProblems = ['unauthorized', 'precondition-failed', 'too-many-requests', 'unreachable'];

/** Why a request failed, in words. Throws any other error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return problemText(error);
}

/** The problem of a failed request in the language of the person, and the details of the service in English. */
export function problemText({ code, detail }: Pick<ApiError, 'code' | 'detail'>): string {
  // The detail about a request without a session is for programs.
  if (detail.includes('Authorization: Bearer')) return text('problem_unauthorized');
  const translated = serviceMessage(detail);
  if (isEnglish || translated !== detail) return translated;
  if (detail.includes('disk space')) return text('problem_disk');
  const key = `problem_${code}`;
  const problem = text(key in en ? (key as TextKey) : 'problem_failed');
  // Isolated, because the details run from left to right in every language.
  return completeProblems.includes(code) ? problem : `${problem} \u2068(${detail})\u2069`;
}
