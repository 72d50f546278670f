/** English messages of the service that the studio has texts for, by area. */
import type { TextKey } from './en.ts';

type Pattern = [pattern: RegExp, key: TextKey];

const signIn: readonly Pattern[] = [
  [/^The link was used already\.$/, 'signInLinkUsed'],
  [/^The link has expired\.$/, 'signInLinkExpired'],
  [/^The link is damaged, or from another server\.$/, 'signInLinkDamaged'],
  [/^Your account at the provider has no role here\.$/, 'noRole'],
  [/^This browser did not begin the sign-in, or too long ago\.$/, 'signInNotBegun'],
  [/^The sign-in provider is currently unavailable\.$/, 'providerDown'],
];

const settings: readonly Pattern[] = [
  [/^is required$/, 'isRequired'],
  [/^must be (?:an integer|a number) from (?<from>[-\d.]+) to (?<to>[-\d.]+)/, 'mustBeNumber'],
  [/Address that visitors are led to instead/, 'mustBeHttp'],
  [/An http: or https: address/, 'mustBeHttp'],
  [/^is not in the search space /, 'notInSpace'],
  [/^is saved, but the rule never applies, because `until` is not after `from`$/, 'ruleNeverApplies'],
  [/^is saved, but the rule never applies without `query`$/, 'ruleNeedsQuery'],
  [/^is saved, but an earlier rule has this name, too$/, 'ruleSameName'],
  [/^is saved, but no document of the search space \S+ has this id$/, 'documentMissing'],
  [/^is saved, but the earlier rule "(?<rule>.*)" (?:hides|pins|leads) /, 'ruleContradicts'],
  [/^is saved, but the rule (?:hides|pins) /, 'ruleContradictsItself'],
];

/** Why an address is or is not in the search; in counts, `…` stands for addresses. */
const reasons: readonly Pattern[] = [
  [/^new$/, 'reasonNew'],
  [/^changed$/, 'reasonChanged'],
  [/^not modified$/, 'reasonUnchanged'],
  [/^same content$/, 'reasonUnchanged'],
  [/^not changed since the last run$/, 'reasonUnchanged'],
  [/^disallowed by robots\.txt$/, 'reasonRobots'],
  [/^noindex$/, 'reasonNoindex'],
  [/^nofollow$/, 'reasonNofollow'],
  [/^no text in the (?:main content|PDF)$/, 'reasonNoText'],
  [/^same content as (?<address>\S+)$/, 'reasonSameContent'],
  [/^canonical address is (?<address>\S+)$/, 'reasonCanonical'],
  [/^redirects to itself$/, 'reasonRedirects'],
  [/^more than \d+ redirects$/, 'reasonRedirects'],
  [/^redirects to (?<address>\S+?)(?:: .*)?$/, 'reasonRedirect'],
  [/^larger than (?<size>[\d.]+) MiB$/, 'reasonTooLarge'],
  [/^media type (?<type>\S*)$/, 'reasonMediaType'],
  [/^(?:a sitemap|JSON|an error message), not a page$/, 'reasonNotAPage'],
  [/^not included by a pattern$/, 'reasonNotIncluded'],
  [/^excluded by (?<pattern>.+)$/, 'reasonExcluded'],
  [/^host (?<host>\S+) is outside of the crawl$/, 'reasonOtherHost'],
  [/^path repeats itself$/, 'reasonOddAddress'],
  [/^address is longer than \d+ characters$/, 'reasonOddAddress'],
  [/^HTTP status (?:404|410)$/, 'reasonNotFound'],
  [/^HTTP status (?<status>\d+)(?: without a usable address)?$/, 'reasonStatus'],
  [/^not requested(?:: limit of \d+ pages)?$/, 'reasonPageLimit'],
  [/^too many addresses(?:: .*)?$/, 'reasonTooMany'],
  [/^repeats other pages$/, 'reasonRepeats'],
  [/^no longer in the feed$/, 'reasonGone'],
  [/^deleted in the repository$/, 'reasonGone'],
  [/^neither title nor description$/, 'reasonNoTitle'],
  [/^PDF cannot be read(?:: .*)?$/, 'reasonPdf'],
  [/ takes longer than (?<seconds>[\d.]+) seconds$/, 'reasonSlow'],
  [/^(?<host>\S+) is in a private network /, 'reasonPrivate'],
  [/: HTTP status (?<status>\d+), so nothing may be requested$/, 'reasonRobotsUnreadable'],
  [/^no response in time$/, 'reasonNoResponse'],
];

/** The last line that a run of a source printed. */
const runs: readonly Pattern[] = [
  [/^The server ended during the run$/, 'runServerEnded'],
  [/^Stopped$/, 'runStopped'],
  [/: ended at the limit of (?<limit>[^:;]+); nothing was removed, and the next run goes on /, 'runLimit'],
  [/^The run would remove (?<removed>\d+) of (?<indexed>\d+) pages\. /, 'runWouldRemove'],
  [/^(?<host>\S+) does not respond any more: /, 'runHostSilent'],
  [/ cannot be used, perhaps by another crawl: /, 'runInUse'],
  [/^… --report lists all$/, 'runReport'],
];

/** What the doctor says about a part of the data directory, and notices of search spaces. */
const findings: readonly Pattern[] = [
  [/^(?<number>\d+) configurations$/, 'findingNumber'],
  [/^(?<number>\d+) sources$/, 'findingNumber'],
  [
    /^(?<configurations>\d+) configurations, (?<issued>\d+) tokens issued, (?<revoked>\d+) revoked$/,
    'findingDatabase',
  ],
  [/^readable by other users; /, 'findingOpen'],
  [/^readable by its owner only$/, 'findingPrivate'],
  [/^not created yet$/, 'findingNotCreated'],
  [/^database intact$/, 'findingIntact'],
  [/^(?<size>\d+) MiB free$/, 'findingFree'],
  [/^(?<size>\d+) MiB free[, a-z]+the file system is read-only; /, 'findingReadOnly'],
  [/^ends on (?<date>\S+)$/, 'findingEnds'],
  [/^was interrupted, so the state is mixed; /, 'findingRestore'],
  [/^(?<fault>.*); restore a backup[,]+ or ingest the content again$/, 'findingSpace'],
  [/^(?<fault>.*); the server does not start; /, 'findingNoStart'],
  [/^(?<fault>[^;]*)[;]+ restore a backup$/, 'findingDamaged'],
  [/^(?<fault>[^;]*)[;]+ correct or remove the file; the other schedules run$/, 'findingSchedule'],
  [/^The index has no snapshot; /, 'noticeRebuilt'],
  [/^The snapshot of the index is unusable /, 'noticeRebuilt'],
  [/^Saving the index failed /, 'noticeNotSaved'],
  [/^Training the concept model failed: /, 'noticeNotTrained'],
  [/^Tagging documents again failed /, 'noticeNotTagged'],
  [/^Tagging the documents with the current thesaurus has ended the process/, 'noticeNotTagged'],
];

/** `service-message.test.ts` looks for their words in the service. */
export const servicePatterns: readonly Pattern[] = [...signIn, ...settings, ...reasons, ...runs, ...findings];

/** Messages of the operating system inside of others. */
export const systemPatterns: readonly Pattern[] = [
  [/\bENOTFOUND\b|\bEAI_AGAIN\b/, 'reasonUnknownHost'],
  [
    /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPROTO|ETIMEDOUT)\b|\bfetch failed\b/,
    'reasonUnreachable',
  ],
];
