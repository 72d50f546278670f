/** OKLCH color conversion, WCAG contrast, and lightness adjustment for readability. */

/** Lightness 0–1, chroma 0–0.4, hue in radians. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = [number, number, number];

const parsedColors = new Map<string, Oklch>();

/** Parses `#rgb` or `#rrggbb`, with a cache. */
export function parseColor(hex: string): Oklch {
  const digits = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex;
  const color =
    parsedColors.get(hex) ??
    ofBytes([1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Triple);
  parsedColors.set(hex, color);
  return color;
}

/** `#rrggbb`; reduces the chroma of colors outside sRGB, keeps lightness and hue. */
export function formatColor(color: Oklch): string {
  return `#${onScreen(color)
    .bytes.map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** WCAG 2 contrast ratio, 1–21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** The color nearest in lightness whose contrast with all `surfaces` is at least `ratio`; keeps hue and chroma. */
export function readable(color: Oklch, surfaces: readonly Oklch[], ratio = 4.5): Oklch {
  const grounds = surfaces.map((surface) => luminance(surface) + 0.05);
  const passes = (candidate: Oklch) => {
    const light = luminance(candidate) + 0.05;
    return grounds.every((ground) => light >= ratio * ground || ground >= ratio * light);
  };
  if (passes(color)) return color;
  const candidates = [-1, 1].flatMap((direction) => {
    const target = passingLuminance(luminance(color) + 0.05, grounds, ratio, direction) - 0.05;
    // No color is darker than black or lighter than white.
    if (target < 0 || target > 1) return [];
    const l = lightnessFor(color, target);
    // Quantization and gamut mapping can fall slightly short of the ratio.
    for (let lightness = l; lightness > -0.01 && lightness < 1.01; lightness += direction * 0.006) {
      const candidate = { ...color, l: clamp(lightness) };
      if (passes(candidate)) return [candidate];
    }
    return [];
  });
  const distance = ({ l }: Oklch) => Math.abs(l - color.l);
  const [one, other] = candidates;
  if (one) return other && distance(other) < distance(one) ? other : one;
  return luminance(surfaces[0]!) > EQUAL_CONTRAST_LUMINANCE ? black : white;
}

const black: Oklch = { l: 0, c: 0, h: 0 };
const white: Oklch = { l: 1, c: 0, h: 0 };
/** The luminance with the same contrast to black and to white. */
const EQUAL_CONTRAST_LUMINANCE = Math.sqrt(0.05 * 1.05) - 0.05;

/** The first luminance (plus 0.05) above or below `start` whose contrast with all `grounds` is at least `ratio`. */
function passingLuminance(
  start: number,
  grounds: readonly number[],
  ratio: number,
  direction: number,
): number {
  let luminance = start;
  for (let left = grounds.length; left > 0; left--) {
    const tooClose = grounds.find(
      (ground) => luminance < ratio * ground - 1e-9 && ground < ratio * luminance - 1e-9,
    );
    if (tooClose === undefined) break;
    luminance = direction > 0 ? tooClose * ratio : tooClose / ratio;
  }
  return luminance;
}

/** The lightness (0–1) at which `color` has about the `target` luminance, which is roughly the cube of the lightness. */
function lightnessFor(color: Oklch, target: number): number {
  let l = Math.cbrt(Math.max(0, target));
  for (let left = 3; left > 0; left--)
    l *= Math.cbrt(target / Math.max(1e-4, luminanceOf(toLinearRgb({ ...color, l })))) || 0;
  return clamp(l);
}

/** `one` with a share of `two`: interpolates lightness and chroma, takes the hue of the more saturated color. */
export function mix(one: Oklch, two: Oklch, share: number): Oklch {
  return {
    l: one.l + (two.l - one.l) * share,
    c: one.c + (two.c - one.c) * share,
    h: one.c > two.c ? one.h : two.h,
  };
}

/** The color after rounding to 8 bits per channel. */
export const quantized = (color: Oklch): Oklch => ofBytes(onScreen(color).bytes);

/** OKLab (https://bottosson.github.io/posts/oklab/), with the precision that 8-bit colors need. */
function ofBytes(bytes: Triple): Oklch {
  const [r, g, b] = bytes.map(linear) as Triple;
  const long = Math.cbrt(0.412221 * r + 0.536333 * g + 0.051446 * b);
  const medium = Math.cbrt(0.211903 * r + 0.6807 * g + 0.107397 * b);
  const short = Math.cbrt(0.088302 * r + 0.281719 * g + 0.629979 * b);
  const l = 0.210454 * long + 0.793618 * medium - 0.004072 * short;
  const aAxis = 1.977998 * long - 2.428592 * medium + 0.450594 * short;
  const bAxis = 0.025904 * long + 0.782772 * medium - 0.808676 * short;
  return { l, c: Math.hypot(aAxis, bAxis), h: Math.atan2(bAxis, aAxis) };
}

const luminanceOf = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

interface ScreenColor {
  bytes: Triple;
  /** Relative luminance (WCAG 2). */
  luminance: number;
}

/** Cached, because most colors are compared with many others. */
const screenColors = new WeakMap<Oklch, ScreenColor>();

/** The color after gamut mapping and quantization. */
function onScreen(color: Oklch): ScreenColor {
  let screenColor = screenColors.get(color);
  if (!screenColor) {
    const bytes = inGamut(color).map((channel) => Math.round(255 * gamma(clamp(channel)))) as Triple;
    screenColor = { bytes, luminance: luminanceOf(bytes.map(linear) as Triple) };
    screenColors.set(color, screenColor);
  }
  return screenColor;
}

const luminance = (color: Oklch): number => onScreen(color).luminance;

/** Linear RGB with the maximum chroma inside sRGB, by bisection. */
function inGamut(color: Oklch): Triple {
  let best = toLinearRgb(color);
  const fits = (rgb: Triple) => rgb.every((channel) => channel > -0.0005 && channel < 1.0005);
  if (fits(best)) return best;
  let [low, high] = [0, color.c];
  while (high - low > 0.002) {
    const c = (low + high) / 2;
    const rgb = toLinearRgb({ ...color, c });
    if (fits(rgb)) [low, best] = [c, rgb];
    else high = c;
  }
  return low ? best : toLinearRgb({ ...color, c: 0 });
}

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

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const linear = (byte: number): number => (byte <= 10 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
const gamma = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

export const isColor = (text: string): boolean => /^#([\da-f]{3}){1,2}$/i.test(text);
