/** Drawings of birds. */
import { both, circle, type Drawing, ellipse, eye, eyes, INK, line, placed, shape } from './shapes.ts';

const legs = (x: number, y: number, color: string) =>
  line(`M${x} ${y}v30m-12 0h22M${x + 34} ${y}v30m-12 0h22`, color, 6);

const eagle: Drawing = ({ main, light, accent }) =>
  shape('M92 300C92 236 104 180 148 150H262C292 190 300 240 306 300Z', main) +
  shape(
    'M130 186C116 96 160 48 218 52C262 56 290 84 292 122C284 136 262 142 244 150Q254 176 238 198L226 180L212 204L194 182L176 206L160 184L142 208Z',
    light,
  ) +
  shape('M262 96Q318 96 330 138Q330 160 316 170Q312 150 292 146Q266 148 250 138Q240 116 262 96Z', accent) +
  line('M252 140Q280 132 312 142', INK, 3) +
  eye(232, 104, 10) +
  line('M206 88Q232 80 252 92', INK, 7);

const vulture: Drawing = ({ main, shade, light, accent }) =>
  shape('M84 300C84 216 120 168 196 168C276 168 312 220 314 300Z', main) +
  shape('M84 300C88 236 112 196 140 184L156 300ZM314 300C310 236 288 196 260 184L246 300Z', shade) +
  ellipse(200, 180, [78, 34], light) +
  shape(
    'M172 184C160 130 160 86 196 70C236 58 262 84 258 112C252 130 232 134 228 150Q226 170 232 186Z',
    accent,
  ) +
  shape('M240 84Q300 84 306 124Q306 140 296 148Q290 128 268 126Q246 126 240 112Z', light) +
  eye(226, 98, 8);

const owl: Drawing = ({ main, shade, light, accent }) =>
  both(shape('M120 116L112 50Q150 56 178 82Z', shade)) +
  ellipse(200, 176, [98, 106], main) +
  both(shape('M118 150Q84 206 128 262Q150 220 140 170Z', shade)) +
  ellipse(200, 222, [56, 54], light) +
  [
    [180, 200],
    [200, 206],
    [220, 200],
    [172, 226],
    [200, 232],
    [228, 226],
    [186, 252],
    [214, 252],
  ]
    .map(([x = 0, y = 0]) => line(`M${x - 7} ${y}q7 8 14 0`, shade, 4))
    .join('') +
  both(
    circle(158, 126, 44, light) +
      circle(158, 126, 27, accent) +
      circle(158, 126, 14, INK) +
      circle(164, 120, 5, '#fff'),
  ) +
  shape('M188 138h24l-12 26Z', '#d9a441');

const barnOwl: Drawing = ({ main, light, shade }) =>
  ellipse(200, 184, [92, 100], main) +
  shape(
    'M200 84C160 44 92 76 104 144C112 196 168 214 200 222C232 214 288 196 296 144C308 76 240 44 200 84Z',
    shade,
  ) +
  shape(
    'M200 98C168 62 110 86 118 142C126 184 172 204 200 212C228 204 274 184 282 142C290 86 232 62 200 98Z',
    light,
  ) +
  eyes(38, 142, 15) +
  shape('M190 150Q200 142 210 150L200 190Z', '#d8b48a') +
  [
    [170, 246],
    [200, 256],
    [230, 246],
    [186, 268],
    [214, 268],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 4, shade))
    .join('');

const penguin: Drawing = ({ main, shade, light, accent }) =>
  both(shape('M130 130Q82 190 96 236Q128 220 140 180Z', main) + ellipse(166, 274, [30, 12], '#d9953f')) +
  shape(
    'M200 34C156 34 132 76 132 128C116 180 120 270 200 272C280 270 284 180 268 128C268 76 244 34 200 34Z',
    main,
  ) +
  shape(
    'M200 120C164 116 146 160 146 202C148 246 170 258 200 258C230 258 252 246 254 202C254 160 236 116 200 120Z',
    light,
  ) +
  both(shape('M150 104Q142 138 168 142Q178 120 168 98Z', accent)) +
  eyes(24, 84, 8) +
  shape('M186 100Q200 92 214 100L200 126Z', '#e0a33c') +
  shape('M178 262', shade);

const swimmer =
  (neck: string): Drawing =>
  ({ main, shade, light, accent }) =>
    shape(
      'M84 206C140 186 250 170 296 182Q326 168 352 164Q348 200 322 226C290 254 150 264 106 240Q82 226 84 206Z',
      main,
    ) +
    shape('M156 206C206 184 268 186 312 196C280 232 190 240 156 206Z', shade) +
    shape(neck, light) +
    shape('M72 120Q40 124 32 140Q50 152 80 144Z', accent) +
    eye(100, 116, 7);
const duck = swimmer(
  'M84 216C104 190 98 166 82 152C62 130 72 92 106 92C142 94 146 130 142 152C138 180 160 186 176 192Q160 226 84 216Z',
);
const swan: Drawing = ({ main, shade, accent }) =>
  shape(
    'M96 216C140 186 250 150 300 162Q330 146 356 146Q350 196 322 222C290 254 150 266 112 240Q92 230 96 216Z',
    main,
  ) +
  shape('M166 200C216 160 276 160 318 172C286 224 196 242 166 200Z', shade) +
  line('M124 218C196 160 64 136 98 76Q112 60 126 72', main, 30) +
  circle(110, 78, 22, main) +
  shape('M98 70Q66 82 56 104Q78 108 108 94Z', accent) +
  circle(98, 78, 7, INK) +
  eye(116, 72, 5);

const wader =
  (bill: string): Drawing =>
  ({ main, shade, light, accent }) =>
    line('M176 214L170 292M214 214L220 292M156 292h28M206 292h28', accent, 6) +
    shape('M118 176C150 140 222 132 262 164L334 208Q290 224 250 220C206 236 130 224 118 176Z', main) +
    shape('M168 172C214 150 260 176 320 208C260 222 192 214 168 172Z', shade) +
    line('M138 178C74 160 168 108 120 66', main, 20) +
    circle(122, 60, 21, main) +
    ellipse(130, 196, [16, 12], light) +
    shape(bill, accent) +
    eye(116, 56, 5);
const heron = wader('M110 50L30 72L110 72Z');
const ibis = wader('M108 50Q48 52 34 110Q66 76 112 74Z');
const flamingo: Drawing = ({ main, shade, light }) =>
  line('M196 204V290M178 290h30M232 204L244 250L216 244', shade, 7) +
  shape('M132 172C160 128 240 126 272 160Q300 176 320 202C270 232 150 238 132 172Z', main) +
  shape('M184 166C230 150 280 176 316 202C262 218 196 212 184 166Z', shade) +
  line('M148 186C96 194 80 144 116 118C146 96 138 62 112 62', main, 19) +
  circle(114, 64, 22, main) +
  shape('M100 54Q64 62 66 104Q84 104 88 86Q100 86 108 78Z', light) +
  shape('M67 88Q64 98 66 104Q84 104 87 88Z', INK) +
  eye(114, 58, 5);

const gull: Drawing = ({ main, shade, light, accent }) =>
  shape('M190 170C150 96 92 72 18 76C70 96 104 130 126 186Z', main) +
  shape('M62 84L18 76C42 84 66 98 84 114Z', INK) +
  shape('M220 158C240 94 306 56 382 66C330 84 304 124 274 182Z', shade) +
  shape('M340 72L382 66C358 74 340 86 326 100Z', INK) +
  shape(
    'M84 190C96 166 126 158 160 164C214 152 266 170 302 196L346 206L338 226L296 220C240 236 146 236 104 214Q84 206 84 190Z',
    light,
  ) +
  shape('M88 182Q58 184 50 198Q62 206 92 200Z', accent) +
  eye(112, 184, 6);

const pelican: Drawing = ({ main, shade, light, accent }) =>
  shape('M150 190C180 150 260 150 300 180L352 196Q340 236 300 246C230 266 150 256 150 190Z', main) +
  shape('M196 190C240 170 300 186 340 204C300 240 220 236 196 190Z', shade) +
  line('M178 214C120 210 210 120 160 86', main, 28) +
  circle(160, 82, 28, light) +
  shape('M150 72L20 118Q34 132 56 136Q96 186 152 160Q170 140 164 104Z', accent) +
  line('M24 122L152 100', shade, 4) +
  eye(166, 76, 6);

const puffin: Drawing = ({ main, light, accent }) =>
  shape(
    'M200 52C146 52 124 98 132 146C110 200 120 300 200 300C284 300 292 200 268 146C276 98 254 52 200 52Z',
    main,
  ) +
  shape('M200 170C160 168 146 210 152 300H248C254 210 240 168 200 170Z', light) +
  ellipse(186, 110, [46, 42], light) +
  shape('M154 84Q84 84 82 134Q100 156 156 140Z', accent) +
  shape('M124 86Q112 112 120 148L156 140L154 84Z', '#5c6d80') +
  line('M126 86Q114 112 122 148', '#f1e3b2', 6) +
  eye(188, 100, 8) +
  shape('M150 290l-10 10h40l-6-14ZM226 286l-6 14h40l-12-12Z', '#d9773c');

const ostrich: Drawing = ({ main, shade, light, accent }) =>
  line('M196 210L190 292M236 208L246 292M172 292h30M228 292h30', accent, 10) +
  shape('M136 170C150 110 260 100 300 138Q346 150 344 196Q320 184 306 200C280 236 160 240 136 170Z', main) +
  [
    [300, 160],
    [318, 182],
    [290, 190],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 22, light))
    .join('') +
  shape('M180 166C220 140 270 160 290 196C250 220 196 212 180 166Z', shade) +
  line('M156 176C116 160 134 90 128 58', accent, 15) +
  circle(126, 50, 20, accent) +
  shape('M112 42L78 54L112 64Z', '#b58a55') +
  eye(122, 46, 6);

const kiwi: Drawing = ({ main, shade, light }) =>
  line('M196 228V270h-18M244 228V270h-18', light, 8) +
  shape(
    'M150 138C190 84 304 96 322 172C328 226 282 246 228 242C176 238 158 214 148 190C110 196 96 158 122 140Q136 132 150 138Z',
    main,
  ) +
  [
    [200, 140],
    [236, 132],
    [268, 152],
    [220, 176],
    [256, 188],
    [288, 186],
    [190, 200],
    [230, 214],
  ]
    .map(([x = 0, y = 0]) => line(`M${x} ${y}l14 12`, shade, 5))
    .join('') +
  line('M116 166L36 226', light, 8) +
  eye(134, 158, 6);

const chicken: Drawing = ({ main, shade, light, accent }) =>
  line('M184 240V280h-18m18 0h14M224 240V280h-18m18 0h14', '#d9a441', 7) +
  shape(
    'M118 110C160 130 170 160 240 160C276 150 282 110 290 84Q330 100 340 150C340 220 280 250 210 250C140 248 116 200 112 150Z',
    main,
  ) +
  shape('M178 180C214 164 262 170 284 190C262 226 200 232 178 180Z', shade) +
  circle(130, 104, 36, main) +
  ellipse(140, 180, [20, 34], light) +
  shape('M104 78Q96 44 116 56Q120 34 134 52Q150 38 152 62Q166 62 156 82Z', accent) +
  shape('M98 98L64 112L100 120Z', '#d9a441') +
  ellipse(106, 136, [9, 15], accent) +
  eye(124, 100, 7);

const peafowl: Drawing = ({ main, shade, light, accent }) =>
  Array.from({ length: 11 }, (_, index) => {
    const angle = Math.PI * (1.06 - index * 0.112);
    const [x, y] = [Math.round(200 - 142 * Math.cos(angle)), Math.round(216 - 152 * Math.sin(angle))];
    return (
      line(`M200 220L${x} ${y}`, shade, 20) +
      circle(x, y, 22, shade) +
      circle(x, y, 14, accent) +
      circle(x, y, 7, main)
    );
  }).join('') +
  shape(
    'M200 116C178 116 176 146 184 168C160 200 160 268 200 276C240 268 240 200 216 168C224 146 222 116 200 116Z',
    main,
  ) +
  line('M200 116V94M190 118L182 98M210 118L218 98', main, 3) +
  eyes(11, 138, 4) +
  shape('M194 146h12l-6 12Z', light);

const pigeon: Drawing = ({ main, shade, light, accent }) =>
  legs(178, 232, '#c9756a') +
  shape(
    'M96 108C100 70 150 66 160 100C168 130 196 138 232 150C280 166 320 190 366 200Q352 222 304 222C270 244 160 250 126 210C104 182 92 140 96 108Z',
    main,
  ) +
  shape('M170 166C216 150 264 172 308 204C264 226 184 224 170 166Z', shade) +
  line('M206 206L226 176M236 210L252 184', light, 7) +
  shape('M98 128Q106 166 134 172Q166 160 158 122Z', accent) +
  shape('M98 96L70 106L98 114Z', INK) +
  eye(122, 94, 7);

const songbird: Drawing = ({ main, shade, light, accent }) =>
  legs(176, 226, '#6b5544') +
  shape(
    'M92 128C98 76 168 60 200 102C230 128 262 150 302 158L378 150Q360 186 318 194C296 236 220 250 166 234C112 222 86 176 92 128Z',
    main,
  ) +
  shape('M98 148C116 134 150 140 166 170C184 206 190 226 178 236C124 226 96 190 98 148Z', accent) +
  ellipse(178, 218, [30, 18], light) +
  shape('M178 150C220 140 268 160 318 186C272 214 190 212 178 150Z', shade) +
  shape('M96 108L58 116L94 130Z', '#5a4a3c') +
  eye(130, 114, 9);

const crow: Drawing = ({ main, shade }) =>
  legs(190, 228, INK) +
  shape(
    'M30 122Q74 96 104 100C124 70 184 76 200 112C226 140 274 160 312 170L384 190L376 208L330 208C296 240 222 250 176 230C126 210 104 174 100 138Q64 140 30 122Z',
    main,
  ) +
  shape('M180 156C224 146 282 168 346 204C280 224 190 216 180 156Z', shade) +
  eye(134, 110, 8);

const swift: Drawing = ({ main, shade, light, accent }) =>
  shape('M150 150C120 90 76 56 16 52C56 80 84 120 112 176Z', shade) +
  shape('M208 150C236 80 300 34 376 34C320 64 286 112 262 176Z', main) +
  shape(
    'M72 178C82 148 122 136 162 144C220 138 262 160 300 190L380 206L316 208L372 240L288 218C230 236 140 234 98 210Q72 200 72 178Z',
    main,
  ) +
  shape('M84 196Q120 176 150 196Q200 218 250 222C190 236 130 230 98 210Z', light) +
  ellipse(96, 190, [20, 12], accent) +
  shape('M76 170L54 178L76 186Z', INK) +
  eye(104, 168, 6);

const hummingbird: Drawing = ({ main, shade, light, accent }) =>
  shape('M196 132C196 70 236 30 296 16C300 70 280 116 244 150Z', shade) +
  shape('M180 130C160 84 172 44 206 18C226 60 222 100 212 140Z', main) +
  shape(
    'M118 110C122 76 172 74 184 106C196 132 220 150 240 176C262 206 276 236 304 272L262 256L258 280C236 254 210 240 184 216C148 194 116 150 118 110Z',
    main,
  ) +
  shape('M120 124C144 146 150 176 184 216C152 196 120 160 120 124Z', light) +
  shape('M118 110Q120 140 146 152Q158 136 150 118Z', accent) +
  line('M120 104L28 92', INK, 5) +
  eye(142, 100, 7) +
  [0, 72, 144, 216, 288]
    .map((turn) => placed(ellipse(0, -16, [9, 16], '#e3b7b0'), 20, 92, 1, turn))
    .join('') +
  circle(20, 92, 6, '#e0b64c');

const kingfisher: Drawing = ({ main, shade, light, accent }) =>
  line('M40 262Q200 244 370 270', '#7b5b3c', 14) +
  shape(
    'M128 112C126 66 196 54 220 100C246 136 282 176 296 224L300 262L262 244C220 256 168 248 148 210C132 180 130 150 128 112Z',
    main,
  ) +
  shape('M138 140C160 150 180 180 192 246C160 236 140 200 138 140Z', accent) +
  ellipse(170, 134, [18, 12], light) +
  shape('M196 140C240 150 276 196 292 240C240 244 200 200 196 140Z', shade) +
  shape('M136 94L24 118L132 126Z', INK) +
  eye(164, 98, 9);

const woodpecker: Drawing = ({ main, shade, light, accent }) =>
  shape('M50 0H120V300H44Q58 150 50 0Z', '#8d6b4b') +
  line('M70 30v60M98 60v90M68 150v70M100 210v60', '#6f5238', 6) +
  shape(
    'M184 74C206 46 262 56 264 104C264 140 284 176 276 224L300 296L244 262C198 250 176 200 186 150Q176 120 184 74Z',
    main,
  ) +
  shape('M210 150C250 150 274 190 276 240C236 240 204 206 210 150Z', shade) +
  ellipse(194, 176, [12, 34], light) +
  shape('M186 86C196 46 250 40 268 78Q236 70 214 84Z', accent) +
  shape('M190 92L118 98L188 114Z', INK) +
  line('M196 216L126 212M206 240L126 238', INK, 6) +
  eye(212, 98, 8);

const toucan: Drawing = ({ main, light, accent }) =>
  line('M60 268Q220 250 360 272', '#7b5b3c', 14) +
  shape(
    'M170 100C184 60 252 58 268 108C290 150 308 200 300 262L312 300L262 258C214 256 184 214 182 168Z',
    main,
  ) +
  shape('M182 120C180 160 200 184 232 178C250 150 240 116 216 96Z', light) +
  shape('M196 74C128 42 52 60 34 130Q40 150 50 152C64 126 130 124 188 128Z', accent) +
  shape('M34 130Q40 150 50 152Q54 142 66 136Q48 120 44 100Q36 112 34 130Z', INK) +
  circle(216, 96, 16, '#5f9bb5') +
  eye(216, 96, 9);

const parrot: Drawing = ({ main, shade, light, accent }) =>
  line('M60 250Q200 236 350 256', '#7b5b3c', 14) +
  shape(
    'M138 120C134 62 208 40 242 90C274 134 292 190 286 236L300 300H262L240 246C196 256 158 232 148 190Z',
    main,
  ) +
  shape('M206 134C250 140 286 190 286 250C236 250 200 196 206 134Z', shade) +
  shape('M226 188C256 196 280 224 286 256C252 250 230 224 226 188Z', accent) +
  shape('M146 84C176 70 196 92 190 120C176 134 154 134 140 126Z', light) +
  shape('M150 78C112 74 92 106 104 146Q118 148 124 132Q140 130 148 116Z', INK) +
  eye(170, 98, 8) +
  line('M186 244v16M212 244v16', INK, 8);

const hoopoe: Drawing = (coat) =>
  [-70, -48, -26, -4]
    .map((turn) => placed(ellipse(0, -48, [10, 36], coat.accent) + circle(0, -76, 9, INK), 130, 100, 1, turn))
    .join('') +
  songbird(coat) +
  line('M62 118Q40 122 24 136', '#5a4a3c', 6);

export const birds = {
  eagle,
  vulture,
  owl,
  barnOwl,
  penguin,
  duck,
  swan,
  heron,
  ibis,
  flamingo,
  gull,
  pelican,
  puffin,
  ostrich,
  kiwi,
  chicken,
  peafowl,
  pigeon,
  songbird,
  crow,
  swift,
  hummingbird,
  kingfisher,
  woodpecker,
  toucan,
  parrot,
  hoopoe,
};
