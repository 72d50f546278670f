/** Drawings of reptiles, amphibians and fish. */
import { both, circle, type Drawing, ellipse, eye, INK, line, placed, shape } from './shapes.ts';

const crocodile: Drawing = ({ main, shade, light }) =>
  shape(
    'M20 196C40 184 90 190 118 180Q124 156 146 160Q156 164 160 178C220 160 290 176 386 246C330 250 300 246 270 244L268 262H232L230 244H166L164 262H130L126 238C90 232 40 232 20 222Z',
    main,
  ) +
  shape('M20 212L126 214V238C90 232 40 232 20 222Z', light) +
  [44, 64, 84, 104].map((x) => shape(`M${x} 212l7 12l7-12Z`, '#fff')).join('') +
  [182, 204, 226, 248, 270, 292, 314]
    .map((x, index) => shape(`M${x - 12} ${176 + index * index * 1.1}l12-18l14 20Z`, shade))
    .join('') +
  eye(144, 174, 8) +
  circle(30, 200, 3, INK);

const tortoise: Drawing = ({ main, shade, light }) =>
  shape('M96 206Q60 204 44 186C28 156 50 134 72 140Q96 150 104 190Z', light) +
  eye(62, 160, 7) +
  line('M46 178q10 4 18 2', INK, 3) +
  [120, 252].map((x) => shape(`M${x} 220h44l6 46h-56Z`, light)).join('') +
  shape('M318 218Q352 220 362 236Q340 240 314 236Z', light) +
  shape('M86 226C86 132 140 84 208 84C276 84 328 134 328 226Z', main) +
  shape('M78 216h258q4 20-20 20H98q-22 0-20-20Z', shade) +
  line(
    'M180 92L160 140L176 196L240 196L258 140L236 92M160 140L108 152M258 140L306 152M176 196L160 216M240 196L256 216',
    shade,
    7,
  );

const seaTurtle: Drawing = ({ main, shade, light }) =>
  both(
    shape('M140 120C108 96 60 96 36 140C70 136 96 152 136 174Z', light) +
      shape('M150 214C122 222 104 244 104 268C136 264 158 252 172 234Z', light) +
      line('M60 128q20 0 34 10M90 116q12 2 20 12', shade, 4),
  ) +
  ellipse(200, 60, [30, 36], light) +
  both(circle(182, 52, 6, INK)) +
  shape(
    'M200 82C260 86 286 130 278 174C270 220 232 256 200 264C168 256 130 220 122 174C114 130 140 86 200 82Z',
    main,
  ) +
  line(
    'M200 100L230 122V164L200 186L170 164V122ZM230 122L262 110M170 122L138 110M230 164L268 188M170 164L132 188M200 186V250',
    shade,
    7,
  );

const snake: Drawing = ({ main, shade, light, accent }) =>
  line(
    'M330 250C370 230 350 190 300 196C220 206 120 240 84 210C60 178 130 150 210 160C280 168 320 140 296 112C272 90 200 104 180 90Q168 78 150 82',
    main,
    34,
  ) +
  line(
    'M318 222C250 214 180 240 120 226M104 196C150 168 230 186 290 156M280 118Q240 112 200 110',
    shade,
    10,
  ).replace('/>', ' stroke-dasharray="2 24"/>') +
  shape('M176 62C140 50 100 66 94 88C100 108 140 116 172 102Z', main) +
  line('M94 92L62 98L50 88M62 98L52 108', accent, 4) +
  eye(132, 76, 7) +
  line('M98 94Q120 102 140 98', light, 4);

const cobra: Drawing = ({ main, shade, light, accent }) =>
  line(
    'M110 262C190 226 330 240 316 268M104 264Q80 236 150 222C240 206 306 220 290 196Q270 184 214 200',
    main,
    32,
  ) +
  shape(
    'M200 40C164 40 158 68 148 96C136 136 150 176 176 214H224C250 176 264 136 252 96C242 68 236 40 200 40Z',
    main,
  ) +
  shape('M200 96C180 96 170 130 176 160Q182 190 190 214H210Q218 190 224 160C230 130 220 96 200 96Z', light) +
  [124, 146, 168, 190].map((y) => line(`M182 ${y}h36`, shade, 4)).join('') +
  both(circle(182, 70, 6, INK)) +
  line('M200 90v16m0 0l-7 9m7-9l7 9', accent, 4);

const lizard: Drawing = ({ main, shade, light }) =>
  shape(
    'M30 150C40 118 90 110 118 130C170 120 236 130 272 160C310 186 330 230 384 206Q380 250 330 246C286 240 262 208 232 200L246 232L224 250H206L222 230L196 204H160L138 234L118 252H100L122 226L130 192C90 190 44 182 30 150Z',
    main,
  ) +
  shape('M34 162C80 172 140 168 196 204H160C120 196 50 190 34 162Z', light) +
  [
    [128, 148],
    [156, 150],
    [184, 154],
    [212, 162],
    [240, 174],
    [266, 190],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 7, shade))
    .join('') +
  eye(74, 138, 8) +
  line('M34 158Q54 164 80 158', INK, 3);

const crested: Drawing = (coat) =>
  [110, 132, 154, 176, 198, 220, 242]
    .map((x, index) => shape(`M${x - 12} ${128 + index * 5}l10-30l16 34Z`, coat.shade))
    .join('') + lizard(coat);

const gecko: Drawing = ({ main, shade, light }) => {
  const toes = (x: number, y: number) =>
    [
      [-14, 4],
      [-8, -10],
      [6, -14],
      [14, -2],
    ]
      .map(([dx = 0, dy = 0]) => circle(x + dx, y + dy, 6, main))
      .join('') + circle(x, y, 10, main);
  return (
    both(line('M176 116Q140 118 120 92M178 190Q140 190 124 226', main, 15) + toes(112, 82) + toes(118, 236)) +
    shape(
      'M200 30C166 30 158 60 170 92C160 120 160 176 182 206Q190 240 172 264Q160 282 180 284C222 276 218 236 218 206C240 176 240 120 230 92C242 60 234 30 200 30Z',
      main,
    ) +
    [
      [200, 96],
      [186, 120],
      [214, 130],
      [194, 154],
      [208, 178],
      [196, 200],
      [198, 232],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 7, shade))
      .join('') +
    both(circle(178, 58, 11, light) + ellipse(178, 58, [3, 9], INK))
  );
};

const chameleon: Drawing = ({ main, shade, light }) =>
  line('M10 248Q200 228 390 252', '#7b5b3c', 14) +
  line('M270 190C340 190 358 250 314 262C284 262 284 228 308 230', main, 16) +
  shape(
    'M56 150C70 124 92 116 104 84C142 84 150 116 160 126C214 110 278 140 288 188C270 222 220 222 196 218L206 244H182L168 214L150 212L138 244H114L128 204C100 196 66 190 56 150Z',
    main,
  ) +
  [176, 200, 224, 248].map((x) => line(`M${x} ${144}q-10 28 0 52`, shade, 8)).join('') +
  circle(106, 142, 20, light) +
  circle(102, 142, 8, INK) +
  line('M62 160Q90 178 122 174', shade, 4);

const frog: Drawing = ({ main, shade, light, accent }) =>
  both(shape('M136 190C84 170 48 210 84 262H150Z', shade) + ellipse(100, 264, [44, 12], main)) +
  shape(
    'M200 96C132 96 104 140 108 190C112 246 150 266 200 266C250 266 288 246 292 190C296 140 268 96 200 96Z',
    main,
  ) +
  both(circle(146, 92, 36, main) + circle(146, 90, 24, accent) + ellipse(146, 90, [9, 16], INK)) +
  shape('M124 172Q200 214 276 172Q274 262 200 262Q126 262 124 172Z', light) +
  line('M124 172Q200 212 276 172', INK, 5) +
  both(circle(188, 142, 3, INK) + ellipse(160, 266, [26, 10], main));

const toad: Drawing = (coat) =>
  frog(coat) +
  [
    [160, 134],
    [240, 136],
    [200, 116],
    [218, 158],
    [180, 160],
    [122, 206],
    [280, 210],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 7, coat.shade))
    .join('');

const salamander: Drawing = ({ main, shade, light }) =>
  both(
    line('M172 112Q130 110 112 78M174 178Q130 184 112 220', main, 17) +
      [
        [112, 76],
        [112, 222],
      ]
        .map(([x = 0, y = 0]) => line(`M${x} ${y}l-14-8M${x} ${y}l-16 6M${x} ${y}l-2-14`, main, 7))
        .join(''),
  ) +
  shape(
    'M200 26C162 26 156 66 172 92C160 126 166 170 180 194C190 226 214 244 236 284C250 262 236 222 222 194C234 170 240 126 228 92C244 66 238 26 200 26Z',
    main,
  ) +
  [
    [186, 104, 11],
    [214, 124, 12],
    [188, 148, 10],
    [210, 172, 11],
    [200, 72, 10],
    [204, 204, 9],
    [220, 238, 8],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, shade))
    .join('') +
  both(circle(176, 54, 8, light) + circle(176, 54, 5, INK));

const axolotl: Drawing = ({ main, shade, light, accent }) =>
  both(
    [
      [-34, 0],
      [0, 0],
      [34, 0],
    ]
      .map(([turn = 0]) =>
        placed(
          line('M0 0L-64 0M-20 0l-8-12M-20 0l-8 12M-40 0l-8-12M-40 0l-8 12', accent, 9),
          124,
          150,
          1,
          turn,
        ),
      )
      .join(''),
  ) +
  ellipse(200, 158, [98, 76], main) +
  ellipse(200, 196, [60, 26], light) +
  both(circle(142, 142, 9, INK) + ellipse(128, 176, [14, 9], accent)) +
  line('M160 182Q200 208 240 182', shade, 5) +
  both(shape('M150 226Q130 262 146 284H170L184 232Z', main));

const fin = (color: string) =>
  shape('M178 92C196 56 240 50 268 60Q250 80 256 108Z', color) +
  shape('M192 208C204 240 232 250 252 248Q244 226 252 204Z', color);
const tail = (color: string) => shape('M288 150L366 96Q348 150 366 206Z', color);
const fish: Drawing = ({ main, shade, light }) =>
  tail(shade) +
  fin(shade) +
  shape('M40 152C80 88 190 66 306 150C190 234 80 218 40 152Z', main) +
  shape('M46 160C110 186 220 190 280 166C190 228 90 212 46 160Z', light) +
  line('M126 110Q148 150 126 192', shade, 6) +
  shape('M160 150Q190 140 206 160Q190 180 164 172Z', shade) +
  [
    [206, 124],
    [232, 128],
    [256, 140],
    [226, 150],
  ]
    .map(([x = 0, y = 0]) => line(`M${x} ${y}q8 8 0 16`, shade, 4))
    .join('') +
  eye(92, 138, 10) +
  line('M42 158Q54 164 64 162', INK, 3);

const spottedFish: Drawing = (coat) =>
  fish(coat) +
  [
    [150, 112],
    [176, 104],
    [182, 126],
    [214, 112],
    [246, 124],
    [200, 134],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 5, coat.accent))
    .join('');

const striped: Drawing = (coat) =>
  fish(coat) +
  line('M122 120Q138 150 122 182M206 116Q220 150 206 188M280 144V158', INK, 30) +
  line('M122 122Q138 150 122 180M206 118Q220 150 206 186M280 146V156', coat.light, 20) +
  eye(88, 136, 10);

const longFish: Drawing = ({ main, shade, light }) =>
  shape('M300 150L384 106Q368 150 384 194Z', shade) +
  shape('M250 116L290 76L296 132ZM250 184L290 224L296 168Z', shade) +
  shape('M14 164Q70 130 120 118C200 104 260 126 320 150C260 176 200 198 110 190Q60 184 14 164Z', main) +
  shape('M20 168Q110 180 220 176Q160 196 110 190Q60 184 20 168Z', light) +
  [
    [150, 134],
    [180, 146],
    [210, 134],
    [240, 148],
    [168, 164],
  ]
    .map(([x = 0, y = 0]) => ellipse(x, y, [10, 5], shade))
    .join('') +
  eye(88, 142, 8) +
  line('M16 166Q50 172 76 164', INK, 3);

const shark: Drawing = ({ main, shade, light }) =>
  shape('M312 148C340 120 352 84 376 66Q366 120 362 152Q372 184 384 214Q346 200 318 170Z', main) +
  shape('M168 96Q184 50 226 34Q220 76 240 106Z', shade) +
  shape(
    'M18 152C60 100 150 84 220 100C270 112 300 132 336 154C290 180 240 204 180 208C110 212 50 190 18 152Z',
    main,
  ) +
  shape('M34 170C100 176 220 184 312 162C270 190 230 204 180 208C120 212 66 198 34 170Z', light) +
  shape('M160 178Q170 232 212 256Q220 210 206 180Z', shade) +
  line('M122 132v30M136 130v32M150 130v32', shade, 5) +
  eye(80, 138, 7) +
  line('M44 172Q70 182 100 176', INK, 4);

const hammerhead: Drawing = (coat) =>
  shark(coat).replace(eye(80, 138, 7), '') +
  shape('M40 84Q18 86 22 112L34 150L22 196Q22 220 42 220Q62 210 64 180V124Q62 92 40 84Z', coat.shade) +
  eye(38, 98, 6) +
  eye(38, 206, 6);

const ray: Drawing = ({ main, shade, light }) =>
  line('M204 214Q230 256 190 292', shade, 9) +
  both(
    shape('M201 70C150 64 104 110 16 132C70 160 104 178 134 214Q170 236 201 232Z', main) +
      shape('M176 84Q166 44 186 38Q194 54 192 80Z', shade),
  ) +
  shape('M200 108C180 130 176 190 200 220C224 190 220 130 200 108Z', shade) +
  both(circle(172, 100, 7, light) + circle(172, 100, 4, INK)) +
  both(
    [
      [132, 136],
      [110, 146],
      [150, 160],
      [134, 176],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 6, light))
      .join(''),
  );

const eel: Drawing = ({ main, shade, light }) =>
  line('M70 104C150 60 200 130 150 176C110 216 200 256 262 218C306 190 330 214 352 246', main, 42) +
  line('M100 84C170 70 200 130 150 176C110 216 200 256 262 218C306 190 330 214 352 246', shade, 6) +
  shape('M104 72C64 64 30 82 24 104C34 128 74 136 106 124Z', main) +
  line('M28 110Q56 118 84 112', light, 5) +
  eye(66, 92, 8);

const seahorse: Drawing = ({ main, shade, light }) =>
  line('M214 196C250 240 210 286 182 266C166 248 188 232 200 246', main, 22) +
  shape(
    'M186 34L200 22L206 40L226 34L224 56C250 66 252 96 234 108C270 130 276 180 240 212L206 216C170 190 166 150 188 122Q190 108 178 106L124 118Q112 110 118 100L166 82Q168 56 186 34Z',
    main,
  ) +
  shape('M236 116Q286 116 292 154Q264 166 252 158Z', shade) +
  [134, 152, 170, 188].map((y) => line(`M188 ${y}q22 8 46-2`, light, 5)).join('') +
  eye(196, 74, 9);

const flatfish: Drawing = ({ main, shade, light, accent }) =>
  shape('M306 150L368 112Q360 150 368 190Z', shade) +
  shape('M36 158C70 68 270 50 330 150C270 252 90 244 36 158Z', shade) +
  shape('M40 156C90 88 250 80 318 150C250 222 100 224 40 156Z', main) +
  [
    [140, 130],
    [190, 170],
    [220, 120],
    [250, 160],
    [160, 190],
    [184, 132],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 8, accent))
    .join('') +
  circle(84, 130, 13, light) +
  circle(104, 152, 13, light) +
  circle(82, 128, 6, INK) +
  circle(102, 150, 6, INK) +
  line('M40 160Q52 170 66 168', INK, 4);

const sunfish: Drawing = ({ main, shade, light }) =>
  shape('M236 84Q250 30 284 14Q292 60 286 100ZM236 222Q250 266 284 286Q292 240 286 202Z', shade) +
  ellipse(186, 152, [126, 92], main) +
  shape(
    'M296 88Q324 152 296 216Q314 208 322 186Q330 196 332 168Q342 160 332 140Q334 108 320 118Q312 96 296 88Z',
    shade,
  ) +
  ellipse(150, 190, [70, 40], light) +
  eye(104, 132, 12) +
  ellipse(66, 158, [10, 8], INK) +
  shape('M176 146Q206 140 210 164Q190 174 176 162Z', shade);

const lionfish: Drawing = (coat) =>
  [-60, -42, -24, -6, 12]
    .map((turn) =>
      placed(line('M0 0V-96', coat.accent, 6) + ellipse(0, -84, [9, 16], coat.light), 176, 128, 1, turn),
    )
    .join('') +
  [150, 172, 196]
    .map((turn) =>
      placed(line('M0 0V-84', coat.accent, 6) + ellipse(0, -74, [9, 16], coat.light), 170, 176, 1, turn),
    )
    .join('') +
  fish(coat) +
  line(
    'M112 112Q124 150 112 188M152 98Q166 150 152 202M192 98Q204 150 192 200M230 112Q240 150 230 188M264 128v44',
    coat.light,
    8,
  ) +
  eye(86, 138, 10);

const angler: Drawing = ({ main, shade, light, accent }) =>
  line('M176 92C170 30 96 24 72 66', shade, 7) +
  circle(70, 76, 26, '#f6edb455') +
  circle(70, 76, 15, '#f6edb4') +
  shape('M292 150L356 106Q346 152 356 200Z', shade) +
  shape(
    'M96 112C150 62 290 84 310 150C290 236 150 260 84 206Q68 188 92 176L150 172L92 152Q70 140 96 112Z',
    main,
  ) +
  [100, 118, 136]
    .map((x) =>
      shape(
        `M${x} ${154 + (x - 100) * 0.3}l6 16l7-14ZM${x - 4} ${178 - (x - 100) * 0.1}l7-14l7 13Z`,
        '#f7f1e3',
      ),
    )
    .join('') +
  shape('M216 168Q246 160 256 184Q236 200 214 188Z', shade) +
  circle(140, 122, 12, light) +
  circle(138, 122, 6, accent);

const sturgeon: Drawing = (coat) =>
  longFish(coat) +
  [130, 160, 190, 220, 250].map((x) => shape(`M${x} 118l10-14l12 16Z`, coat.accent)).join('') +
  line('M60 172v18M72 174v18', coat.accent, 4);

const sawfish: Drawing = (coat) =>
  shape('M104 140H16Q8 147 16 154H104Z', coat.shade) +
  [26, 42, 58, 74].map((x) => line(`M${x} 140v-10M${x} 154v10`, coat.light, 4)).join('') +
  placed(shark(coat), 70, 22, 0.82);

export const reptilesAndFish = {
  crocodile,
  tortoise,
  seaTurtle,
  snake,
  cobra,
  lizard,
  crested,
  gecko,
  chameleon,
  frog,
  toad,
  salamander,
  axolotl,
  fish,
  spottedFish,
  striped,
  longFish,
  shark,
  hammerhead,
  ray,
  eel,
  seahorse,
  flatfish,
  sunfish,
  lionfish,
  angler,
  sturgeon,
  sawfish,
};
