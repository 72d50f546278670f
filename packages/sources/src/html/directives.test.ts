import { describe, expect, it } from 'vitest';
import { robotsDirectives } from './directives.ts';
import { extractPage } from './extract-page.ts';

const now = Date.parse('2026-03-01T00:00:00Z');

function described({ noindex, nofollow }: { noindex: boolean; nofollow: boolean }): string {
  return [noindex ? 'noindex' : '', nofollow ? 'nofollow' : ''].join(' ').trim();
}

const ofPage = (html: string) => described(extractPage(html, 'https://a.example/'));
const ofHeaders = (...lines: string[]) => described(robotsDirectives(lines, now));

describe('robots directives of a page', () => {
  it.each([
    ['<meta name=robots content="max-image-preview:large"><meta name=robots content=noindex>', 'noindex'],
    ['<meta name=robots content=noindex><meta name=robots content="index, follow">', 'noindex'],
    ['<meta name=robots content=nofollow><meta name=robots content=noindex>', 'noindex nofollow'],
    ['<META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW">', 'noindex nofollow'],
    ['<meta content="noindex" name="robots" />', 'noindex'],
    ['<meta name=" robots " content=" noindex ">', 'noindex'],
    ['<meta name=robots content="None">', 'noindex nofollow'],
    ['<meta name=robots content="noindex nofollow">', 'noindex nofollow'],
    ['<meta name=robots content="follow;noindex">', 'noindex'],
    ['<meta name=robots content="noindex,\u00a0follow">', 'noindex'],
    ['<meta name=robots content="noarchive, noindex">', 'noindex'],
    ['<meta name=robots content="index, noindex">', 'noindex'],
    ['<meta name=robots content="no&#105;ndex">', 'noindex'],
    ['<meta name=robots content="noindex, indexifembedded">', 'noindex'],
    ['<body><p>Text<meta name=robots content=noindex>', 'noindex'],
    ['<meta property=robots content=noindex>', 'noindex'],
    ['<meta http-equiv="X-Robots-Tag" content=noindex>', 'noindex'],
    ['<meta name=robots content="all"><meta name=Semantic-Search content=noindex>', 'noindex'],
    ['<meta name=robots content="unavailable_after: 25 Jun 2010 15:00:00 PST">', 'noindex'],
    ['<meta name=robots content="max-image-preview:none">', ''],
    ['<meta name=robots content="max-image-preview: none, max-snippet:-1, max-video-preview = none">', ''],
    [
      '<meta name=robots content="noarchive, nosnippet, noimageindex, notranslate, nositelinkssearchbox">',
      '',
    ],
    ['<meta name=robots content="index, follow">', ''],
    ['<meta name=robots content="all">', ''],
    ['<meta name=robots content="">', ''],
    ['<meta name=robots content="unavailable_after: 2999-01-01">', ''],
    ['<meta name=robots content="unavailable_after: soon">', ''],
    ['<meta name=googlebot content=noindex><meta name=bingbot content=none>', ''],
    ['<meta name=googlebot-news content="noindex, nofollow">', ''],
    ['<meta name=description content=noindex>', ''],
    ['<!-- <meta name=robots content=noindex> -->', ''],
    ['<template><meta name=robots content=noindex></template>', ''],
    ['<p data-nosnippet>noindex</p>', ''],
  ])('of %s are "%s"', (html, expected) => {
    expect(ofPage(html)).toBe(expected);
  });
});

describe('robots directives of headers', () => {
  it.each([
    [['noindex'], 'noindex'],
    [['NOINDEX, NoFollow'], 'noindex nofollow'],
    [['noarchive', 'noindex'], 'noindex'],
    [['googlebot: nofollow', 'noindex'], 'noindex'],
    [['noindex, googlebot: nofollow'], 'noindex'],
    [['otherbot: nofollow, semantic-search: noindex'], 'noindex'],
    [['Semantic-Search: none'], 'noindex nofollow'],
    [['*: noindex'], 'noindex'],
    [['unavailable_after: Friday, 25-Jun-10 15:00:00 PST, nofollow'], 'noindex nofollow'],
    [['unavailable_after: 2026-02-28T23:59:59'], 'noindex'],
    [['unavailable_after: 28 Feb 2026 23:59:59'], 'noindex'],
    [['unavailable_after: 2026-03-01T00:30:00+01:00'], 'noindex'],
    [['unavailable_after: 1 Mar 2026 00:00:01'], ''],
    [['unavailable_after: 28 Feb 2026 23:00:00 PST'], ''],
    [['googlebot: noindex, nofollow'], ''],
    [['googlebot: nofollow', 'otherbot: noindex, nofollow'], ''],
    [['googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST'], ''],
    [['max-image-preview: none', 'max-snippet: 0'], ''],
    [['all'], ''],
    [[], ''],
  ])('%j are "%s"', (lines, expected) => {
    expect(ofHeaders(...lines)).toBe(expected);
  });
});
