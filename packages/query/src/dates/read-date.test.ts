import { afterAll, describe, expect, it } from 'vitest';
import { readDate } from './read-date.ts';

const own = process.env.TZ;
afterAll(() => {
  if (own === undefined) delete process.env.TZ;
  else process.env.TZ = own;
});

const text = (value: string | number, language?: string) => readDate(value, language)?.text;

describe.each([
  ['Asia/Kolkata', -330],
  ['America/New_York', 300],
  ['Pacific/Auckland', -780],
])('with the time zone %s of the machine', (zone, offset) => {
  it('reads dates in UTC', () => {
    process.env.TZ = zone;
    expect(new Date(2024, 0, 1).getTimezoneOffset()).toBe(offset);
    expect(text('2024-03-01T00:30:00')).toBe('2024-03-01T00:30:00.000Z');
    expect(text('2024-05-03')).toBe('2024-05-03');
    expect(text('Fri May  3 23:30:00 2024')).toBe('2024-05-03T23:30:00.000Z');
    expect(text('May 3, 2024')).toBe('2024-05-03');
    expect(text('3. März 2024', 'de')).toBe('2024-03-03');
    expect(text('3. Mai 2024, 0.30 Uhr', 'de')).toBe('2024-05-03T00:30:00.000Z');
  });
});

describe('a date of ISO 8601', () => {
  it.each([
    ['2024', '2024'],
    ['2024-05', '2024-05'],
    ['2024-05-03', '2024-05-03'],
    ['20240503', '2024-05-03'],
    ['+012024-05-03', '+012024-05-03'],
    ['2024-05-03T10', '2024-05-03T10:00:00.000Z'],
    ['2024-05-03T24:00', '2024-05-04T00:00:00.000Z'],
    ['2024-05-03T10:15:00,123456789Z', '2024-05-03T10:15:00.123Z'],
    ['20240503T101500Z', '2024-05-03T10:15:00.000Z'],
    ['2024-05-03T10:00:00+05:30', '2024-05-03T04:30:00.000Z'],
    ['2024-05-03 10:00:00 +0200', '2024-05-03T08:00:00.000Z'],
    ['2024-05-03T10:00:00-00:00', '2024-05-03T10:00:00.000Z'],
    ['2024-05-03T10:00:00+02:00[Europe/Berlin]', '2024-05-03T08:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ])('is read: %s', (written, expected) => {
    expect(text(written)).toBe(expected);
  });

  it.each([
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-00',
    '0000-00-00',
    '2024-W18',
    '2024-124',
    '2024-012',
  ])('is not read if the day does not exist: %s', (written) => {
    expect(text(written)).toBeUndefined();
  });

  it.each([
    '2024-05-03T25:00',
    '2024-05-03T10:60',
    '2024-05-03T10:00+99:00',
    '2024-05-03TT10:00',
    '24-05-03',
  ])('is not read if a part of it is wrong: %s', (written) => {
    expect(text(written, 'de')).toBeUndefined();
  });

  it('covers its year, month or day', () => {
    const span = (written: string) => {
      const { start, end } = readDate(written)!;
      return [start, end].map((time) => new Date(time).toISOString());
    };
    expect(span('2024')).toEqual(['2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z']);
    expect(span('2024-02')).toEqual(['2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z']);
    expect(span('2024-12')).toEqual(['2024-12-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z']);
    expect(span('2024-05-03')).toEqual(['2024-05-03T00:00:00.000Z', '2024-05-03T23:59:59.999Z']);
  });
});

describe('a date of a program', () => {
  it.each([
    ['Tue, 03 Jun 2003 09:39:21 GMT', '2003-06-03T09:39:21.000Z'],
    ['Tue, 18 Sept 2018 15:53:56 +0300', '2018-09-18T12:53:56.000Z'],
    ['Tue, 03 Jun 03 09:39 EST', '2003-06-03T14:39:00.000Z'],
    ['Tue, Jan 23 2018 02:54:55 MST', '2018-01-23T09:54:55.000Z'],
    ['Fri, 03 May 2024 10:00:00 IST', '2024-05-03T04:30:00.000Z'],
    ['03 Jun 2003 09:39:21 A', '2003-06-03T09:39:21.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Mon Jan 02 15:04:05 -0700 2006', '2006-01-02T22:04:05.000Z'],
    ['Fri May  3 10:00:00 CEST 2024', '2024-05-03T08:00:00.000Z'],
    ['Fri May 03 2024 10:00:00 GMT+0200 (Central European Summer Time)', '2024-05-03T08:00:00.000Z'],
    ['Mon, 2 Jan 2006 3:04:05 PM -0700', '2006-01-02T22:04:05.000Z'],
    ['Sun, 15 Dec 2024 12:15 AM', '2024-12-15T00:15:00.000Z'],
    ['Thu, 02 Sep 2021 20:0:0 Z', '2021-09-02T20:00:00.000Z'],
    ['2017-08-01 13:55:44.364419679 +0200 CEST', '2017-08-01T11:55:44.364Z'],
    ['2024:05:03 10:00:00', '2024-05-03T10:00:00.000Z'],
    ['2006-1-2T15:04:05Z', '2006-01-02T15:04:05.000Z'],
  ])('is read: %s', (written, expected) => {
    expect(text(written)).toBe(expected);
  });

  it.each([
    ['1714694400', '2024-05-03T00:00:00.000Z'],
    ['946684800', '2000-01-01T00:00:00.000Z'],
    ['1714694400.5', '2024-05-03T00:00:00.500Z'],
    ['1714694400000', '2024-05-03T00:00:00.000Z'],
    ['20240503101500', '2024-05-03T10:15:00.000Z'],
    ['202405031015', '2024-05-03T10:15:00.000Z'],
    [1714694400, '2024-05-03T00:00:00.000Z'],
    [1714694400000, '2024-05-03T00:00:00.000Z'],
    [20240503, '2024-05-03'],
    [2024, '2024'],
    [-86_400_000, '1969-12-31T00:00:00.000Z'],
  ])('may be a number: %s', (written, expected) => {
    expect(text(written)).toBe(expected);
  });

  it('is not read if its number is not a day', () => {
    expect(text('20241301')).toBeUndefined();
    expect(text('45415')).toBeUndefined();
    expect(text(Number.NaN)).toBeUndefined();
  });
});

describe('a date of a reader', () => {
  it.each([
    ['05/03/2024', 'en-US', '2024-05-03'],
    ['05/03/2024', 'en-GB', '2024-03-05'],
    ['05/03/2024', 'en_AU', '2024-03-05'],
    ['05/03/2024', 'fr', '2024-03-05'],
    ['03.05.2024', undefined, '2024-05-03'],
    ['3. 5. 2024', 'en', '2024-05-03'],
    ['03.05.2024', 'de', '2024-05-03'],
    ['03.05.24', 'de', '2024-05-03'],
    ['10-04-2020 19:00 +0400', 'ru', '2020-04-10T15:00:00.000Z'],
    ['Tue, 07/11/2023 - 17:57', 'en-US', '2023-07-11T17:57:00.000Z'],
    ['2009 03 09', 'en-GB', '2009-03-09'],
    ['2024/05/03', undefined, '2024-05-03'],
    ['05/2024', undefined, '2024-05'],
    ['13/03/2024', undefined, '2024-03-13'],
    ['03/13/2024', 'en-GB', '2024-03-13'],
    ['05/05/2024', undefined, '2024-05-05'],
  ])('has the order of the language: %s in %s', (written, language, expected) => {
    expect(text(written, language)).toBe(expected);
  });

  it.each([
    ['05/03/2024', 'en'],
    ['05/03/2024', undefined],
    ['10-04-2020 19:00 +0400', undefined],
    ['03/05/2024', 'sv'],
    ['03/05/2024', 'not a tag'],
    ['1/2/3', 'de'],
  ])('is not read if its order is not known: %s in %s', (written, language) => {
    expect(text(written, language)).toBeUndefined();
  });

  it.each([
    ['3rd May 2024', 'en', '2024-05-03'],
    ['Tues 9th Aug, 2015', 'en', '2015-08-09'],
    ['Aug. 9, 2012 at 2:57 p.m.', 'en', '2012-08-09T14:57:00.000Z'],
    ['5 November 2025 - 09:01', 'en', '2025-11-05T09:01:00.000Z'],
    ['May 2024', 'de', '2024-05'],
    ['1er mai 2024', 'fr', '2024-05-01'],
    ['Jeudi 3 déc. 2020', 'fr', '2020-12-03'],
    ['7 aout 2024 à 21h30', 'fr', '2024-08-07T21:30:00.000Z'],
    ['Freitag, den 3. Mai 2024', 'de', '2024-05-03'],
    ['3 Jänner 2024', 'de-AT', '2024-01-03'],
    ['12 MRZ 2018', 'de', '2018-03-12'],
    ['viernes, 3 de mayo de 2024', 'es', '2024-05-03'],
    ['13 Septiembre, 2014', 'es', '2014-09-13'],
    ['3 de maio de 2024 às 21:30', 'pt', '2024-05-03T21:30:00.000Z'],
    ['3. maj 2024 kl. 21.30', 'da', '2024-05-03T21:30:00.000Z'],
    ['3.5.2024 klo 21.30', 'fi', '2024-05-03T21:30:00.000Z'],
    ['Вторник, 18 Август 2015 18:51', 'ru', '2015-08-18T18:51:00.000Z'],
    ['15 февраля 2007 года', 'ru', '2007-02-15'],
    ['3 maja 2024', 'pl', '2024-05-03'],
    ['3. května 2024', 'cs', '2024-05-03'],
    ['2024. május 3., péntek', 'hu', '2024-05-03'],
    ['2024 m. gegužės 3 d.', 'lt', '2024-05-03'],
    ['3 MAYIS 2024', 'tr', '2024-05-03'],
    ['3 Μαΐου 2024', 'el', '2024-05-03'],
    ['3 במאי 2024', 'he', '2024-05-03'],
    ['٣ مايو ٢٠٢٤', 'ar', '2024-05-03'],
    ['३ मई २०२४', 'hi', '2024-05-03'],
    ['ngày 3 tháng 5 năm 2024', 'vi', '2024-05-03'],
    ['Tháng 5 năm 2024', 'vi', '2024-05'],
    ['2024年5月3日金曜日', 'ja', '2024-05-03'],
    ['2024年5月3日(金) 10時30分', 'ja', '2024-05-03T10:30:00.000Z'],
    ['２０２４年５月３日', 'zh', '2024-05-03'],
    ['1月 18, 2018', 'ja', '2018-01-18'],
    ['1月18日 2018', 'ja', '2018-01-18'],
    ['5월 2024', 'ko', '2024-05'],
    ['2024년 5월 3일 금요일 오후 9:30', 'ko', '2024-05-03T21:30:00.000Z'],
  ])('has the words of the language: %s in %s', (written, language, expected) => {
    expect(text(written, language)).toBe(expected);
  });

  it.each([
    ['2024-05-03', 'fa', '2024-05-03'],
    ['令和6年5月3日', 'ja', '2024-05-03'],
    ['民國113年5月3日', 'zh-TW', '2024-05-03'],
    ['1403-02-14', 'en', '1403-02-14'],
    ['1403-02-14', 'fa', undefined],
    ['۱۴ اردیبهشت ۱۴۰۳', 'fa', undefined],
    ['۱۴۰۳/۰۲/۱۴', 'fa', undefined],
    ['3 พฤษภาคม 2567', 'th', '2024-05-03'],
    ['วันที่ 29 กุมภาพันธ์ พ.ศ. 2567 เวลา 10:30 น.', 'th', '2024-02-29T10:30:00.000Z'],
    ['2567-05-03', 'th', '2024-05-03'],
    ['2567', 'th', '2024'],
    ['25670503', 'th', '2024-05-03'],
    ['2567', 'en', '2567'],
    ['1403', 'fa', undefined],
    ['14030214', 'fa', undefined],
    ['3 พ.ค. 67', 'th', undefined],
    ['3 พ.ค. 2024', 'th', '2024-05-03'],
    ['令和 2024年', 'ja', undefined],
    ['27 de novembre del 2017 a les 10:19h', 'ca', '2017-11-27T10:19:00.000Z'],
  ])('has Gregorian years, or years of an era: %s in %s', (written, language, expected) => {
    expect(text(written, language)).toBe(expected);
  });

  it.each([
    ['30 Feb 2024', 'en'],
    ['31.04.2024', 'de'],
    ['5月3日', 'ja'],
    ['5 jui 2024', 'fr'],
    ['5 jn 2024', 'en'],
    ['5 brz 2024', 'de'],
    ['3 May', 'en'],
    ['yesterday', 'en'],
    ['n.d.', 'en'],
    ['Mon, 01 Jan 0001 00:00:00 +0000', 'en'],
    ['0001-01-01T00:00:00Z', 'en'],
    ['Thu, 30 Nov -0001 00:00:00 +0000', 'en'],
    ['Published in 1983', 'en'],
    ['2 of 1999', 'en'],
    ['2 de 1999', 'fr'],
    ['7 Mar 2007 7th March 2007', 'en'],
    ['Friday', 'en'],
    ['', 'en'],
    ['x'.repeat(100_000), 'en'],
  ])('is not read if a word of it is not understood, or if it is zero: %.30s', (written, language) => {
    expect(text(written, language)).toBeUndefined();
  });
});
