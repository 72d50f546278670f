/** OKLCH color conversion, WCAG contrast, and lightness adjustment for readability. */

/** Lightness 0–1, chroma 0–0.4, hue in radians, with the letters of CSS. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Red, green and blue. */
type Triple = [number, number, number];

/** Luminance of the light that a screen reflects (WCAG 2). */
const FLARE = 0.05;
/** Contrast of text with its ground (WCAG 2, 1.4.3). */
const MIN_TEXT_CONTRAST = 4.5;
/** Half of the smallest difference that 8 bits per channel can show. */
const LIGHTNESS_STEP = 0.002;
/** Smaller differences do not show in 8 bits per channel. */
const CHROMA_STEP = 0.002;

export const isColor = (text: string): boolean => /^#([\da-f]{3}){1,2}$/i.test(text);

/** Parses `#rgb` or `#rrggbb` into OKLCH (https://bottosson.github.io/posts/oklab/), as precisely as 8 bits per channel need. */
export function parseColor(hex: string): Oklch {
  const digits = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex;
  const bytes = [1, 3, 5].map((offset) => Number.parseInt(digits.slice(offset, offset + 2), 16));
  const [r, g, b] = bytes.map(toLight) as Triple;
  const long = Math.cbrt(0.412221 * r + 0.536333 * g + 0.051446 * b);
  const medium = Math.cbrt(0.211903 * r + 0.6807 * g + 0.107397 * b);
  const short = Math.cbrt(0.088302 * r + 0.281719 * g + 0.629979 * b);
  const l = 0.210454 * long + 0.793618 * medium - 0.004072 * short;
  const aAxis = 1.977998 * long - 2.428592 * medium + 0.450594 * short;
  const bAxis = 0.025904 * long + 0.782772 * medium - 0.808676 * short;
  return { l, c: Math.hypot(aAxis, bAxis), h: Math.atan2(bAxis, aAxis) };
}

/** `#rrggbb`; reduces the chroma of colors outside sRGB, keeps lightness and hue. */
export const formatColor = (color: Oklch): string =>
  `#${bytesOf(color)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`;

/** WCAG 2 contrast ratio, 1–21. */
export const contrast = (first: Oklch, second: Oklch): number => ratioOf(luminance(first), luminance(second));

const ratioOf = (first: number, second: number): number =>
  (Math.max(first, second) + FLARE) / (Math.min(first, second) + FLARE);

/** The color nearest in lightness whose contrast with all `grounds`, as luminances, is at least `ratio`; keeps hue and chroma. */
export function withContrast(color: Oklch, grounds: readonly number[], ratio = MIN_TEXT_CONTRAST): Oklch {
  const passes = (l: number) => {
    const candidate = luminance({ ...color, l });
    return grounds.every((ground) => ratioOf(candidate, ground) >= ratio);
  };
  if (passes(color.l)) return color;
  // From the luminances with exactly this ratio.
  const darker = firstPassing((Math.min(...grounds) + FLARE) / ratio - FLARE, -LIGHTNESS_STEP, color, passes);
  const lighter = firstPassing((Math.max(...grounds) + FLARE) * ratio - FLARE, LIGHTNESS_STEP, color, passes);
  const distanceOf = (l = Number.POSITIVE_INFINITY) => Math.abs(l - color.l);
  const nearest = distanceOf(darker) <= distanceOf(lighter) ? darker : lighter;
  if (nearest !== undefined) return { ...color, l: nearest };
  // No lightness is enough: black or white, whichever has more contrast.
  return { l: ratioOf(0, grounds[0]!) > ratioOf(1, grounds[0]!) ? 0 : 1, c: 0, h: 0 };
}

/** The first lightness from a luminance on that passes; undefined beyond black and white, and for an invalid color (NaN). */
function firstPassing(limit: number, step: number, color: Oklch, passes: (l: number) => boolean) {
  if (limit < 0 || limit > 1) return undefined;
  for (let l = lightnessFor(limit, color); Math.abs(l) < 2; l += step) if (passes(l)) return l;
  return undefined;
}

/** The approximate lightness for a luminance: the cube root, which is the lightness of a gray, corrected twice. */
function lightnessFor(target: number, color: Oklch): number {
  let l = Math.cbrt(target);
  for (let step = 0; step < 2; step++) l += Math.cbrt(target) - Math.cbrt(luminance({ ...color, l }));
  return l;
}

/** `first` with a share of `second`: interpolates lightness and chroma; has the hue of the more saturated color. */
export function mix(first: Oklch, second: Oklch, share: number): Oklch {
  return {
    l: first.l + (second.l - first.l) * share,
    c: first.c + (second.c - first.c) * share,
    h: first.c > second.c ? first.h : second.h,
  };
}

/** Relative luminance (WCAG 2) of a color as the screen shows it. */
export function luminance(color: Oklch): number {
  const [r, g, b] = bytesOf(color).map(toLight) as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The color in 8 bits per channel, with the maximum chroma inside sRGB, by bisection. */
function bytesOf(color: Oklch): Triple {
  const fullColor = toLinearRgb(color);
  if (isInGamut(fullColor)) return toBytes(fullColor);
  let [low, high] = [0, color.c];
  let rgb = toLinearRgb({ ...color, c: 0 });
  while (high - low > CHROMA_STEP) {
    const c = (low + high) / 2;
    const candidate = toLinearRgb({ ...color, c });
    if (isInGamut(candidate)) [low, rgb] = [c, candidate];
    else high = c;
  }
  return toBytes(rgb);
}

const toBytes = (rgb: Triple): Triple =>
  rgb.map((channel) => Math.round(255 * fromLight(Math.min(1, Math.max(0, channel))))) as Triple;

/** Whether sRGB has the color, with a tolerance for the rounded coefficients. */
const isInGamut = (rgb: Triple): boolean => rgb.every((channel) => channel > -0.0005 && channel < 1.0005);

function toLinearRgb({ l, c, h }: Oklch): Triple {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.396338 * a + 0.215804 * b) ** 3;
  const medium = (l - 0.105561 * a - 0.063854 * b) ** 3;
  const short = (l - 0.089484 * a - 1.291486 * b) ** 3;
  return [
    4.076742 * long - 3.307712 * medium + 0.23097 * short,
    -1.268438 * long + 2.609757 * medium - 0.341319 * short,
    -0.004196 * long - 0.703419 * medium + 1.707615 * short,
  ];
}

/** Linear light, 0–1, of the byte of a channel (IEC 61966-2-1). */
const toLight = (byte: number) => (byte <= 10 ? byte / (255 * 12.92) : ((byte / 255 + 0.055) / 1.055) ** 2.4);
/** The inverse of `toLight`, as a channel from 0 to 1. */
const fromLight = (light: number) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
