/** Pictures, sentiment and matching sections of results, with their styles (lazy). */
import { css } from 'lit';
import { sectionStyles } from './matching-sections.ts';
import { pictureStyles } from './picture-styles.ts';

export { matchingSections } from './matching-sections.ts';
export { picture } from './picture.ts';
export { sentimentLine } from './sentiment.ts';

export const styles = [
  pictureStyles,
  sectionStyles,
  css`
    .cards {
      grid-template-columns: repeat(auto-fill, minmax(min(max(12em, 30%), 100%), 1fr));
      gap: var(--s16);
      margin-block-start: var(--s16);
    }
    .cards .result {
      display: flex;
      flex-direction: column;
      block-size: 100%;
      padding: 0 var(--s16) var(--s16);
      border: 1px solid var(--line);
      border-radius: var(--radius);
    }
    .cards .picture {
      inline-size: auto;
      margin: 0 calc(-1 * var(--s16)) var(--s16);
      border-radius: calc(var(--radius) - 1px) calc(var(--radius) - 1px) 0 0;
    }
    .cards .foot {
      margin-block-start: auto;
    }
    .cards .summary {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
      overflow: hidden;
    }
    /* Large text on a small screen. */
    @container (width < 16em) {
      .cards .result {
        padding-inline: var(--s8);
      }
      .cards .picture {
        margin-inline: calc(-1 * var(--s8));
      }
    }
  `,
];
