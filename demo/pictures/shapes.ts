/** SVG shapes with short names: the alphabet of the drawings. */

/** Colors of an animal. */
export interface Coat {
  /** The coat, plumage, skin or shell. */
  main: string;
  /** A darker tone: ears, wings, stripes. */
  shade: string;
  /** A lighter tone: face, belly. */
  light: string;
  /** Beak, feet, markings. */
  accent: string;
}

/** A drawing on an area of 400 × 300; the square in its middle is visible where pictures are cropped. */
export type Drawing = (coat: Coat) => string;

export const INK = '#2e2a28';

export const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

/** `turn` is in degrees, clockwise. */
export const ellipse = (x: number, y: number, [rx, ry]: [number, number], fill: string, turn = 0): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${turn ? ` transform="rotate(${turn} ${x} ${y})"` : ''}/>`;

export const shape = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`;

export const line = (path: string, stroke: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The part and its mirror image on the other side of the vertical middle line. */
export const both = (part: string): string => `${part}<g transform="matrix(-1 0 0 1 400 0)">${part}</g>`;

export const mirrored = (part: string): string => `<g transform="matrix(-1 0 0 1 400 0)">${part}</g>`;

/** An eye with a point of light. */
export const eye = (x: number, y: number, radius = 8): string =>
  circle(x, y, radius, INK) + circle(x + radius * 0.35, y - radius * 0.35, radius * 0.3, '#fff');

/** Eyes of a face seen from the front, `apart` from the middle line. */
export const eyes = (apart: number, y: number, radius = 8): string =>
  eye(200 - apart, y, radius) + eye(200 + apart, y, radius);

/** Moves and scales a part; `size` 1 keeps its size. */
export const placed = (part: string, x: number, y: number, size = 1, turn = 0): string =>
  `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ''}${size === 1 ? '' : ` scale(${size})`}">${part}</g>`;
