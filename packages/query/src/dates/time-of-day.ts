/** Times of day with zones: RFC 822, RFC 5322 and the forms of languages. */
import { msOfDay, offsetMinutes } from './iso-date.ts';

export interface TimeOfDay {
  hour: string;
  minute: string;
  second: string;
  fraction: string;
  /** Minutes east of Greenwich; undefined if there is no numeric offset, NaN for an impossible one. */
  offset: number | undefined;
}

/** `9:05:07.25`, `21h30`, `10.30 Uhr`, `kl. 21.30` and `21時30分`. White space is single. */
const TIMES = [
  /(?<![\d:.])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?/u,
  /(?<!\d)(\d{1,2}) ?h ?(\d{2})(?!\d)/iu,
  /(?<!\d)(\d{1,2})\.(\d{2}) ?Uhr/iu,
  /\bklo?\.? (\d{1,2})\.(\d{2})/iu,
  /(?<!\d)(\d{1,2})[時时點点시](?: ?(\d{1,2})[分분])?(?: ?(\d{1,2})[秒초])?/u,
];
const OFFSET = /(?<=^|[ a-z])([+-]\d{1,2}(?::?\d{2})?)(?![\d:/.-])/i;

/** Splits a text at its time: undefined if there is none. */
export function splitTime(text: string): { before: string; after: string; time: TimeOfDay } | undefined {
  const matched = TIMES.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (!matched) return undefined;
  const [hour = '', minute = '0', second = '0', fraction = '0'] = matched
    .slice(1)
    .filter((part) => part !== undefined);
  const afterTime = text.slice(matched.index + matched[0].length);
  const zone = OFFSET.exec(afterTime);
  const offset = zone ? (offsetMinutes(zone[1]!) ?? Number.NaN) : undefined;
  const time = { hour, minute, second, fraction, offset };
  return {
    before: text.slice(0, matched.index).replace(/(?<=\d)T$/, ''),
    after: zone ? afterTime.replace(zone[0], ' ') : afterTime,
    time,
  };
}

/** Milliseconds of the day; undefined for an impossible time. */
export function timeMs({ hour, ...time }: TimeOfDay, half: 'am' | 'pm' | undefined): number | undefined {
  const hours = Number(hour);
  // Some write 13:30 PM.
  const isTwelveHour = half !== undefined && hours <= 12;
  const full = isTwelveHour ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  return msOfDay([`${full}`, time.minute, time.second, time.fraction]);
}

/** Hours east of Greenwich. Those of RFC 822 come first; others are the most common meaning. */
const ZONES = new Map(
  `EST -5, EDT -4, CST -6, CDT -5, MST -7, MDT -6, PST -8, PDT -7, AKST -9, AKDT -8, HST -10, AST -4, ADT -3, NST -3.5, NDT -2.5,
  BRT -3, ART -3, WET 0, WEST 1, BST 1, CET 1, CEST 2, MEZ 1, MESZ 2, EET 2, EEST 3, MSK 3, TRT 3, SAST 2, IRST 3.5, PKT 5, IST 5.5,
  NPT 5.75, ICT 7, WIB 7, SGT 8, HKT 8, AWST 8, JST 9, KST 9, ACST 9.5, ACDT 10.5, AEST 10, AEDT 11, NZST 12, NZDT 13`
    .split(',')
    .map((zone) => zone.trim().split(' '))
    .map(([name, hours]) => [name!, Number(hours)]),
);

/** Minutes of a zone name. Military and unknown zones are UTC (RFC 5322, section 4.3); undefined for other words. */
export function zoneMinutes(word: string): number | undefined {
  if (!/^[A-Z]{1,5}$/.test(word)) return undefined;
  return (ZONES.get(word) ?? 0) * 60;
}
