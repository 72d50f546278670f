/** Made-up text and markup of pages. */
const words = 'river stone heron willow mist otter bank reed council bridge harbor meadow'.split(' ');
const sentence = (seed: number) =>
  Array.from({ length: 24 }, (_, index) => words[(seed * 7 + index * index) % words.length]).join(' ');

/** Sections with a heading, a paragraph and a link each. */
export const parts = Array.from(
  { length: 330 },
  (_, index) =>
    `<h2 id="part-${index}">Part ${index}</h2>\n<p class="text">The ${sentence(index)} &amp; ` +
    `<a href="/page/${index}">more</a> on <b>${index}</b>.</p>`,
);

export const round = (value: number) => Math.round(value * 100) / 100;
