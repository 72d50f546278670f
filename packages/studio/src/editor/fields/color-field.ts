/** Color pair field: background and text with contrast notices. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { isColor } from '@semantic-search/widgets/color';
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { locale, rich, text } from '../../text/text.ts';
import { type Adjustment, ratioOf, toSixDigits } from '../settings/contrast.ts';
import { notAColor } from '../settings/error-message.ts';
import { humanize } from '../settings/labels.ts';
import { describedBy, type Field, hintAndError, idOf, labelOf } from './field.ts';

type Pair = ConfigurationSettings['layout']['navbar'];

/** `adjustments` are for this pair of colors. */
export function colorField(field: Field, adjustments: readonly Adjustment[]): TemplateResult {
  const pair = field.value as Pair;
  return html`<fieldset class="field colors" id=${idOf(field)}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <div class="pair">${colorInputs(field, pair, 'backgroundColor')}${colorInputs(field, pair, 'fontColor')}</div>
    <div class="contrast" role="status">${contrastStatus(field, pair, adjustments)}</div>
  </fieldset>`;
}

function contrastStatus(field: Field, pair: Pair, adjustments: readonly Adjustment[]): unknown {
  const wrongColor = Object.values(pair).find((color) => !isColor(color));
  // Not next to an error of the server, which has the same content.
  if (wrongColor !== undefined && !field.error) return html`<p class="wrong">${notAColor(wrongColor)}.</p>`;
  if (adjustments.length > 0) return adjustments.map((adjustment) => contrastNotice(field, pair, adjustment));
  const ratio = ratioOf(pair);
  return html`<p class="fine">${ratio ? text('contrastIs', { ratio: formatRatio(ratio) }) : ''}</p>`;
}

function colorInputs(field: Field, pair: Pair, name: keyof Pair): TemplateResult {
  const label = field.schema.properties?.[name]?.title ?? humanize(name);
  const id = `${idOf(field)}-${name}`;
  const change = (event: Event) =>
    field.change({ ...pair, [name]: (event.target as HTMLInputElement).value });
  return html`<div class="color">
    <label for=${id}>${label}</label>
    <span class="color-inputs">
      <input type="color" .value=${isColor(pair[name]) ? toSixDigits(pair[name]) : noChange} aria-label=${text('colorInput', { name: label })} @input=${change} />
      <input type="text" id=${id} size="8" maxlength="7" autocomplete="off" spellcheck="false" .value=${pair[name]}
        aria-describedby=${describedBy(field)} aria-invalid=${field.error || !isColor(pair[name]) ? 'true' : nothing} @input=${change} />
    </span>
  </div>`;
}

/** Contrast notice with the replacement color; a text color can be adopted. */
function contrastNotice(field: Field, pair: Pair, adjustment: Adjustment): TemplateResult {
  const { part, given, ground, ratio, needed, replacements } = adjustment;
  const isText = part === 'fontColor';
  const replacement = replacements[0]!.color;
  const adopt = () => field.change({ ...pair, fontColor: replacement });
  const replacementList = replacements.map(
    ({ color, surfaces }, index) =>
      html`${index > 0 ? ', ' : ''}${swatch(color, isText ? ground : color)}<strong>${color}</strong>${replacements.length > 1 || !isText ? ` ${surfaceList(surfaces)}` : ''}`,
  );
  const explanation = html`<p>${swatch(given, ground)}${rich(`contrast_${part}`, {
    color: given,
    ratio: html`<strong>${formatRatio(ratio)}</strong>`,
    ground,
    needed: `${needed}`,
    replacements: replacementList,
  })}</p>`;
  // A note instead of a warning, because visitors see a legible color anyway.
  if (!isText)
    return html`<details class="adjusted"><summary>${foldedSummary(adjustment)}</summary>${explanation}</details>`;
  return html`<div class="adjusted low">${explanation}
    <button type="button" @click=${adopt}>${text('useColor', { color: replacement })}</button>
  </div>`;
}

const foldedSummary = ({ part, replacements }: Adjustment): string =>
  text(part === 'link' ? 'linksOtherShade' : 'buttonsOtherShade', {
    places: locale.conjunction(replacements.map(({ surfaces }) => surfaceList(surfaces))),
  });

const surfaceLabels = { documents: 'onDocuments', facets: 'onFacets', navbar: 'onNavbar' } as const;
const surfaceList = (surfaces: Adjustment['replacements'][number]['surfaces']): string =>
  locale.conjunction(surfaces.map((surface) => text(surfaceLabels[surface])));

/** Rounded down, so that an insufficient contrast never looks sufficient. */
const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

/** SVG attributes instead of styles, which the content security policy forbids. */
const swatch = (color: string, ground: string): TemplateResult =>
  html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" fill=${ground}></rect><circle cx="8" cy="8" r="5" fill=${color}></circle></svg>`;
