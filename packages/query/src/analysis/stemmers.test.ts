import { expect, test } from 'vitest';
import { koreanStem } from './stemmers.ts';

test.each([
  ['서울', '서울에서 서울은 서울을 서울로 서울까지 서울의'],
  ['학교', '학교가 학교는 학교를 학교에 학교에서 학교로 학교와 학교까지'],
  ['도서관', '도서관이 도서관은 도서관을 도서관으로 도서관에서는'],
  ['친구', '친구들 친구들이 친구에게 친구와 친구하고 친구보다'],
  ['책', '책을 책은 책으로'],
  ['여행', '여행하기 여행하다 여행했습니다 여행을'],
])('%s is the stem of its forms', (stem, forms) => {
  for (const form of [stem, ...forms.split(' ')]) expect(koreanStem(form), form).toBe(stem);
});

test('nouns that end like a particle stay whole', () => {
  for (const noun of '가을 마을 국가 회의 지도 사과 아이 도로 포도 나라'.split(' '))
    expect(koreanStem(noun)).toBe(noun);
  expect(koreanStem('국가는')).toBe('국가');
});
