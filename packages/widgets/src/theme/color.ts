/** OKLCH color conversion, WCAG contrast, and lightness adjustment for readability. */

/** Lightness 0–1, chroma 0–0.4, hue in radians. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = [number, number, number];

const read = new Map<string, Oklch>();

/** Reads `#rgb` or `#rrggbb`; each is worked out once. */
export function parseColor(hex: string): Oklch {
  const digits = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex;
  const color =
    read.get(hex) ?? ofBytes([1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Triple);
  read.set(hex, color);
  return color;
}

/** `#rrggbb`; chroma is lowered where sRGB cannot show it, lightness and hue stay. */
export function formatColor(color: Oklch): string {
  return `#${bytesOf(color)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** WCAG 2 contrast ratio, 1–21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour nearest in lightness that has at least `ratio` against every one of `surfaces`; hue and chroma stay. */
export function readable(color: Oklch, surfaces: readonly Oklch[], ratio = 4.5): Oklch {
  const grounds = surfaces.map((surface) => luminance(surface) + 0.05);
  // On what is painted, which has eight bits.
  const passes = (candidate: Oklch) => {
    const light = luminanceOf(bytesOf(candidate).map(linear) as Triple) + 0.05;
    return grounds.every((ground) => light >= ratio * ground || ground >= ratio * light);
  };
  if (passes(color)) return color;
  const found = [-1, 1].flatMap((direction) => {
    const l = lightnessAt(color, beyond(luminance(color) + 0.05, grounds, ratio, direction) - 0.05);
    // Eight bits may fall just short of it, and what sRGB cannot show a little more.
    for (let at = l; at > -0.01 && at < 1.01; at += direction * 0.006) {
      const candidate = { ...color, l: clamp(at) };
      if (passes(candidate)) return [candidate];
    }
    return [];
  });
  const distance = ({ l }: Oklch) => Math.abs(l - color.l);
  const [one, other] = found;
  if (one) return other && distance(other) < distance(one) ? other : one;
  return luminance(surfaces[0]!) > evenly ? black : white;
}

const black: Oklch = { l: 0, c: 0, h: 0 };
const white: Oklch = { l: 1, c: 0, h: 0 };
/** The luminance that black and white stand out from alike. */
const evenly = Math.sqrt(0.05 * 1.05) - 0.05;

/** The first luminance (plus 0.05) from `light` on, upwards or downwards, that keeps `ratio` to all `grounds`. */
function beyond(light: number, grounds: readonly number[], ratio: number, direction: number): number {
  let at = light;
  for (let left = grounds.length; left > 0; left--) {
    const near = grounds.find((ground) => at < ratio * ground - 1e-9 && ground < ratio * at - 1e-9);
    if (near === undefined) break;
    at = direction > 0 ? near * ratio : near / ratio;
  }
  return at;
}

/** The lightness at which `color` has about this luminance, 0–1; luminance grows about with its cube. */
function lightnessAt(color: Oklch, wanted: number): number {
  let l = Math.cbrt(Math.max(0, wanted));
  for (let left = 3; left > 0; left--)
    l *= Math.cbrt(wanted / Math.max(1e-4, luminanceOf(toLinearRgb({ ...color, l })))) || 0;
  return clamp(l);
}

/** `share` of `two` in `one`, straight through OKLab's lightness and chroma; the hue is that of the more colourful. */
export function mix(one: Oklch, two: Oklch, share: number): Oklch {
  return {
    l: one.l + (two.l - one.l) * share,
    c: one.c + (two.c - one.c) * share,
    h: one.c > two.c ? one.h : two.h,
  };
}

/** What the eight-bit form really shows. */
export const quantized = (color: Oklch): Oklch => ofBytes(bytesOf(color));

/** Ottosson's OKLab, https://bottosson.github.io/posts/oklab/, with as many digits as colours of 8 bits can show. */
function ofBytes(bytes: Triple): Oklch {
  const [r, g, b] = bytes.map(linear) as Triple;
  const long = Math.cbrt(0.412221 * r + 0.536333 * g + 0.051446 * b);
  const medium = Math.cbrt(0.211903 * r + 0.6807 * g + 0.107397 * b);
  const short = Math.cbrt(0.088302 * r + 0.281719 * g + 0.629979 * b);
  const l = 0.210454 * long + 0.793618 * medium - 0.004072 * short;
  const along = 1.977998 * long - 2.428592 * medium + 0.450594 * short;
  const across = 0.025904 * long + 0.782772 * medium - 0.808676 * short;
  return { l, c: Math.hypot(along, across), h: Math.atan2(across, along) };
}

const bytesOf = (color: Oklch): Triple =>
  inGamut(color).map((channel) => Math.round(255 * gamma(clamp(channel)))) as Triple;

const luminanceOf = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

const luminances = new WeakMap<Oklch, number>();

/** Most colours are grounds for many others. */
function luminance(color: Oklch): number {
  const known = luminances.get(color) ?? luminanceOf(inGamut(color).map(clamp) as Triple);
  luminances.set(color, known);
  return known;
}

/** Linear light, with as much of the chroma as sRGB can show. */
function inGamut(color: Oklch): Triple {
  let found = toLinearRgb(color);
  const fits = (rgb: Triple) => rgb.every((channel) => channel > -0.0005 && channel < 1.0005);
  if (fits(found)) return found;
  let [low, high] = [0, color.c];
  while (high - low > 0.002) {
    const c = (low + high) / 2;
    const rgb = toLinearRgb({ ...color, c });
    if (fits(rgb)) [low, found] = [c, rgb];
    else high = c;
  }
  return low ? found : toLinearRgb({ ...color, c: 0 });
}

function toLinearRgb({ l, c, h }: Oklch): Triple {
  const [along, across] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.396338 * along + 0.215804 * across) ** 3;
  const medium = (l - 0.105561 * along - 0.063854 * across) ** 3;
  const short = (l - 0.089484 * along - 1.291486 * across) ** 3;
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
