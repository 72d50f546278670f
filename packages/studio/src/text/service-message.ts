/** Messages of the service, which are in English, in the language of the person. */
import type { ApiError } from '@semantic-search/client';
import { en, type TextKey } from './en.ts';
import { locale, text } from './text.ts';

const isEnglish = locale.tag.startsWith('en');

/** Frequent messages. `service-message.test.ts` looks for their words in the service. */
export const frequentMessages: readonly [pattern: RegExp, key: TextKey][] = [
  [/^The link was used already\.$/, 'signInLinkUsed'],
  [/^The link has expired\.$/, 'signInLinkExpired'],
  [/^The link is damaged, or from another server\.$/, 'signInLinkDamaged'],
  [/^Your account at the provider has no role here\.$/, 'noRole'],
  [/^This browser did not begin the sign-in, or too long ago\.$/, 'signInNotBegun'],
  [/^The sign-in provider is currently unavailable\.$/, 'providerDown'],
  [/^is required$/, 'isRequired'],
  [/^must be (?:an integer|a number) from (?<from>[-\d.]+) to (?<to>[-\d.]+)/, 'mustBeNumber'],
  [/^is saved, but the rule never applies, because `until` is not after `from`$/, 'ruleNeverApplies'],
  [/^is saved, but an earlier rule has this name, too$/, 'ruleSameName'],
  [/^is saved, but no document of the search space \S+ has this id$/, 'documentMissing'],
  [/^is saved, but the earlier rule "(?<rule>.*)" (?:hides|pins|leads) /, 'ruleContradicts'],
  [/^new$/, 'reasonNew'],
  [/^changed$/, 'reasonChanged'],
  [/^not modified$/, 'reasonUnchanged'],
  [/^same content$/, 'reasonUnchanged'],
  [/^disallowed by robots\.txt$/, 'reasonRobots'],
  [/^noindex$/, 'reasonNoindex'],
  [/^nofollow$/, 'reasonNofollow'],
  [/^no text in the main content$/, 'reasonNoText'],
  [/^same content as (?<address>\S+)$/, 'reasonSameContent'],
  [/^canonical address is (?<address>\S+)$/, 'reasonCanonical'],
  [/^redirects to (?<address>http\S+)$/, 'reasonRedirect'],
  [/^larger than (?<size>[\d.]+) MiB$/, 'reasonTooLarge'],
  [/^media type (?<type>\S*)$/, 'reasonMediaType'],
  [/^excluded by (?<pattern>.+)$/, 'reasonExcluded'],
  [/^host (?<host>\S+) is outside of the crawl$/, 'reasonOtherHost'],
];

/** Translates frequent messages; others stay English. */
export function serviceMessage(english: string): string {
  if (isEnglish) return english;
  for (const [pattern, key] of frequentMessages) {
    const match = pattern.exec(english);
    if (match) return text(key, match.groups);
  }
  return english;
}

/** Problems that the translated text describes completely. */
const completeProblems: readonly string[] = [
  'unauthorized',
  'precondition-failed',
  'too-many-requests',
  'unreachable',
];

/** Why a request failed: its problem in the language of the person, and the details of the service in English. */
export function problemText({ code, detail }: Pick<ApiError, 'code' | 'detail'>): string {
  const translated = serviceMessage(detail);
  if (isEnglish || translated !== detail) return translated;
  if (detail.includes('disk space')) return text('problem_disk');
  const key = `problem_${code}`;
  const problem = text(key in en ? (key as TextKey) : 'problem_failed');
  // Isolated, because the details run from left to right in every language.
  return completeProblems.includes(code) ? problem : `${problem} \u2068(${detail})\u2069`;
}
