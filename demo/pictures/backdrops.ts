/** Landscapes behind the animals, in middle tones that suit light and dark pages. */
import { circle, ellipse, line, shape } from './shapes.ts';

const sky = (color: string) => `<rect width="400" height="300" fill="${color}"/>`;
const hills = (far: string, near: string) =>
  shape('M0 214Q90 160 190 204T400 184V300H0Z', far) + shape('M0 258Q120 218 230 250T400 238V300H0Z', near);
const fir = (x: number, y: number, height: number, color: string) =>
  shape(`M${x} ${y - height}L${x + height * 0.3} ${y}H${x - height * 0.3}Z`, color);
const bubbles = (color: string) =>
  [
    [60, 60, 9],
    [78, 36, 6],
    [330, 90, 8],
    [346, 62, 5],
    [310, 250, 6],
    [50, 220, 5],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, color))
    .join('');
const weeds = (color: string) =>
  line(
    'M40 300q-14-34 4-60t0-44M66 300q12-26 0-50t4-34M346 300q-12-30 4-56t-2-40M372 300q10-24 0-44',
    color,
    10,
  );

export const backdrops = {
  meadow:
    sky('#d5dfc0') +
    circle(318, 70, 34, '#efe6bf') +
    hills('#b7cb98', '#97b37a') +
    [
      [40, 270],
      [92, 284],
      [330, 276],
      [372, 262],
    ]
      .map(([x = 0, y = 0]) => line(`M${x} ${y + 14}v-12`, '#7d9a62', 3) + circle(x, y, 6, '#f0dfa0'))
      .join(''),
  forest:
    sky('#c9d8c6') +
    circle(84, 66, 28, '#e6e8cf') +
    [
      [20, 120],
      [70, 90],
      [330, 104],
      [384, 132],
      [290, 76],
      [118, 70],
    ]
      .map(([x = 0, height = 0]) => fir(x, 226, height, '#a3bf9f'))
      .join('') +
    shape('M0 222Q200 190 400 222V300H0Z', '#86aa84') +
    shape('M0 264Q160 236 400 262V300H0Z', '#6f966f'),
  jungle:
    sky('#b9d2b4') +
    shape('M0 0H150Q110 60 0 84ZM400 0H236Q290 74 400 96Z', '#8db58a') +
    line('M0 40Q70 44 120 4M400 52Q330 50 270 4', '#79a377', 5) +
    shape('M0 300V196Q70 210 92 300ZM400 300V186Q330 206 306 300Z', '#79a377') +
    shape('M0 262Q200 236 400 262V300H0Z', '#649066'),
  savanna:
    sky('#eddcb4') +
    circle(300, 90, 46, '#f4ead0') +
    hills('#d9c189', '#c3a766') +
    line('M56 214V168M56 184l18-16', '#96794a', 6) +
    ellipse(56, 158, [46, 17], '#a3a763') +
    ellipse(82, 166, [24, 10], '#a3a763'),
  desert:
    sky('#f0dcc2') +
    circle(90, 74, 36, '#f7ebd2') +
    shape('M0 226Q110 150 220 216Q310 168 400 214V300H0Z', '#ddb68b') +
    shape('M0 268Q130 220 240 256T400 248V300H0Z', '#c99c6d'),
  mountains:
    sky('#d3dee6') +
    shape('M-20 250L96 84L178 200L262 60L420 250Z', '#a9bac8') +
    shape('M96 84L124 124L104 136L88 126L74 116ZM262 60L300 106L276 124L258 112L236 104Z', '#eef3f6') +
    shape('M0 250Q150 206 400 246V300H0Z', '#8ba38f'),
  ice:
    sky('#cfdfe8') +
    circle(320, 66, 26, '#edf1ea') +
    shape('M0 210L60 164L120 208L210 176L280 212L350 172L400 204V300H0Z', '#b3cddb') +
    shape('M0 244Q110 226 210 246T400 240V300H0Z', '#e6eff3'),
  coast:
    sky('#cfe0e6') +
    circle(84, 70, 30, '#f0ead0') +
    shape('M0 196H400V300H0Z', '#93bacb') +
    line('M30 216q18-8 36 0t36 0M250 212q18-8 36 0t36 0M120 232q18-8 36 0t36 0', '#b7d2dd', 4) +
    shape('M0 272Q120 240 230 262T400 252V300H0Z', '#ddc9a0'),
  open:
    sky('#c6dce6') +
    circle(312, 68, 30, '#eee8ce') +
    shape('M0 176q25-14 50 0t50 0t50 0t50 0t50 0t50 0t50 0t50 0V300H0Z', '#8db6ca') +
    shape('M0 240q25-12 50 0t50 0t50 0t50 0t50 0t50 0t50 0t50 0V300H0Z', '#76a3ba'),
  sea:
    sky('#8fb9cb') +
    shape('M0 0H400V60Q300 84 200 60T0 66Z', '#a5c9d7') +
    shape('M70 0L130 0L90 300H10ZM250 0L290 0L330 300H270Z', '#9bc2d2') +
    bubbles('#c2dbe4') +
    shape('M0 280Q140 256 400 276V300H0Z', '#79a5b8'),
  reef:
    sky('#92c2c6') +
    shape('M0 0H400V50Q300 76 200 52T0 58Z', '#abd1d2') +
    bubbles('#c8e2e1') +
    weeds('#6fa596') +
    shape('M0 268Q120 244 220 264T400 256V300H0Z', '#d8c79d') +
    circle(90, 272, 18, '#d79f8c') +
    circle(316, 270, 22, '#c98f9a'),
  deep:
    sky('#43607c') +
    shape('M0 0H400V120Q200 170 0 116Z', '#4e6d89') +
    bubbles('#6d8aa3') +
    shape('M0 276Q160 246 400 272V300H0Z', '#354f69'),
  river:
    sky('#d0ddc8') +
    shape('M0 150Q120 128 400 152V300H0Z', '#a9c29a') +
    shape('M0 196Q160 176 400 200V300H0Z', '#94bbb9') +
    line('M50 226q18-8 36 0t36 0M250 234q18-8 36 0t36 0M140 262q18-8 36 0t36 0', '#b5d2cf', 4) +
    line('M28 300V206M44 300V222M366 300V200M382 300V226', '#7b9c72', 6) +
    ellipse(28, 200, [6, 20], '#9a7650') +
    ellipse(366, 194, [6, 20], '#9a7650'),
  night:
    sky('#5c6c87') +
    circle(318, 68, 30, '#e8e2c0') +
    [
      [60, 50],
      [120, 90],
      [180, 30],
      [250, 54],
      [40, 130],
      [370, 140],
      [96, 20],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 3, '#d6dae0'))
      .join('') +
    hills('#4f6079', '#43536a'),
  soil:
    sky('#cdb598') +
    shape('M0 0H400V52Q300 66 200 54T0 60Z', '#a8b88a') +
    [
      [60, 120, 10],
      [330, 110, 14],
      [90, 260, 12],
      [350, 240, 9],
      [40, 190, 7],
      [290, 276, 10],
    ]
      .map(([x = 0, y = 0, r = 0]) => ellipse(x, y, [r * 1.4, r], '#b59b7d'))
      .join('') +
    line('M120 56q-8 30 10 50M290 58q10 24-4 44M220 56q4 14-4 26', '#b59b7d', 5),
  farm:
    sky('#dfe3cc') +
    circle(80, 70, 32, '#f1e8c4') +
    hills('#c6cc93', '#aebc7c') +
    line('M0 232H400M0 250H400', '#c9b48c', 6) +
    [30, 90, 310, 370].map((x) => line(`M${x} 216V268`, '#c9b48c', 9)).join(''),
};
