/** Drawings of mammals; most are faces seen from the front. */
import { both, circle, type Drawing, ellipse, eye, eyes, INK, line, shape } from './shapes.ts';

const nose = (y: number, size = 12) =>
  shape(
    `M${200 - size} ${y}Q200 ${y - size * 0.7} ${200 + size} ${y}Q${200 + size * 0.6} ${y + size} 200 ${y + size * 1.1}Q${200 - size * 0.6} ${y + size} ${200 - size} ${y}Z`,
    INK,
  );
const mouth = (y: number, width = 18) =>
  line(`M200 ${y}v8q-${width / 2} 12 -${width} 4M200 ${y + 8}q${width / 2} 12 ${width} 4`, INK, 4);
const roundEars = (
  x: number,
  y: number,
  [outer, inner]: [number, number],
  coat: { main: string; shade: string },
) => both(circle(x, y, outer, coat.main) + circle(x, y, inner, coat.shade));

const wolf: Drawing = ({ main, shade, light }) =>
  both(
    shape('M122 150L112 46Q150 60 182 104Z', main) +
      shape('M134 120L126 72Q146 84 160 104Z', shade) +
      shape('M201 84C150 84 116 116 110 164L88 196L122 204Q150 244 201 268Z', main) +
      shape('M201 176C184 150 158 146 140 160Q128 176 112 186L122 204Q150 244 201 268Z', light),
  ) +
  shape('M182 92L200 168L218 92Z', shade) +
  eyes(36, 152) +
  nose(214, 15) +
  mouth(230);

const fox: Drawing = ({ main, shade, light }) =>
  both(
    shape('M112 160L100 44Q150 62 184 108Z', main) +
      shape('M124 112L116 66Q142 80 160 104Z', shade) +
      shape('M201 92C140 92 110 126 92 190Q150 206 201 268Z', main) +
      shape('M201 268C180 236 140 206 92 190Q132 156 164 176Q186 196 201 230Z', light),
  ) +
  eyes(38, 164) +
  nose(240, 14);

const cat: Drawing = ({ main, shade, light }) =>
  both(shape('M108 150L104 56Q148 72 178 100Z', main) + shape('M120 120L118 78Q142 90 156 104Z', light)) +
  ellipse(200, 172, [98, 86], main) +
  both(
    line('M168 92L174 116', shade, 9) +
      line('M106 170l26 4M108 192l24-2', shade, 8) +
      line('M150 214L84 206M150 222L88 230', light, 3),
  ) +
  line('M200 88V120', shade, 9) +
  both(ellipse(182, 214, [26, 22], light)) +
  both(ellipse(160, 166, [17, 18], '#e7dfa4') + ellipse(160, 166, [6, 15], INK)) +
  nose(200, 10) +
  mouth(208, 16);

const bigCat: Drawing = ({ main, shade, light }) =>
  roundEars(126, 96, [32, 18], { main, shade }) +
  ellipse(200, 166, [102, 96], main) +
  both(
    [
      [150, 92, 9],
      [176, 82, 6],
      [128, 128, 9],
      [158, 118, 7],
      [116, 158, 8],
      [112, 190, 7],
      [132, 212, 8],
      [136, 178, 6],
      [184, 108, 6],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, shade))
      .join(''),
  ) +
  both(ellipse(180, 218, [32, 28], light)) +
  ellipse(200, 240, [24, 18], light) +
  eyes(40, 158, 10) +
  nose(198, 16) +
  mouth(216, 22);

const tiger: Drawing = ({ main, shade, light }) =>
  roundEars(124, 98, [32, 18], { main, shade }) +
  ellipse(200, 166, [104, 96], main) +
  both(
    shape('M96 150Q96 206 136 236Q126 196 128 160Z', light) +
      ellipse(160, 136, [22, 14], light) +
      line('M176 78Q180 96 198 100M152 88Q158 106 176 112', shade, 9) +
      line('M98 150h32M98 176h28M104 202h28', shade, 9) +
      ellipse(180, 218, [32, 28], light),
  ) +
  ellipse(200, 240, [24, 18], light) +
  eyes(40, 156, 10) +
  nose(198, 16) +
  mouth(216, 22);

const lion: Drawing = ({ main, shade, light }) =>
  Array.from({ length: 14 }, (_, index) => {
    const angle = (index / 14) * 2 * Math.PI;
    return circle(Math.round(200 + 92 * Math.cos(angle)), Math.round(160 + 86 * Math.sin(angle)), 36, shade);
  }).join('') +
  circle(200, 160, 96, shade) +
  roundEars(138, 102, [24, 13], { main, shade: light }) +
  ellipse(200, 168, [78, 76], main) +
  both(ellipse(182, 208, [26, 23], light)) +
  ellipse(200, 226, [20, 14], light) +
  eyes(32, 156, 9) +
  nose(192, 14) +
  mouth(206, 18);

const bear: Drawing = ({ main, shade, light }) =>
  roundEars(122, 92, [34, 19], { main, shade }) +
  ellipse(200, 166, [106, 98], main) +
  ellipse(200, 208, [52, 44], light) +
  eyes(42, 152, 9) +
  nose(188, 18) +
  mouth(208, 20);

const panda: Drawing = ({ shade, light }) =>
  roundEars(120, 92, [34, 0], { main: shade, shade }) +
  ellipse(200, 168, [106, 98], light) +
  both(ellipse(154, 160, [24, 32], shade, 28)) +
  both(circle(158, 158, 9, '#fff') + circle(160, 158, 6, INK)) +
  nose(198, 16) +
  mouth(214, 18);

const masked: Drawing = ({ main, shade, light }) =>
  both(
    circle(126, 98, 30, main) +
      circle(126, 98, 16, light) +
      shape('M201 84C140 84 96 130 90 190Q128 240 201 258Z', main) +
      shape('M201 168C186 140 150 132 104 156Q92 176 90 190Q140 204 201 190Z', light) +
      shape('M196 168C180 144 140 148 110 178Q124 200 160 200Q188 196 196 168Z', shade) +
      shape('M201 186Q176 190 164 212Q176 248 201 258Z', light),
  ) +
  eyes(42, 172, 9) +
  nose(218, 15);

const otter: Drawing = ({ main, shade, light }) =>
  both(circle(116, 106, 22, shade)) +
  ellipse(200, 160, [98, 86], main) +
  both(ellipse(176, 200, [36, 32], light) + line('M164 204L100 196M164 214L104 226', light, 3)) +
  ellipse(200, 222, [34, 26], light) +
  eyes(50, 150, 9) +
  nose(184, 18) +
  mouth(204, 18);

const badger: Drawing = ({ shade, light }) =>
  both(
    circle(124, 110, 20, shade) +
      circle(124, 110, 10, light) +
      shape('M201 76C146 76 104 116 104 168Q120 226 201 268Z', light) +
      shape('M178 80C140 90 116 130 122 176Q140 224 180 248Q186 160 178 80Z', shade),
  ) +
  eyes(40, 164, 9) +
  nose(236, 18);

const seal: Drawing = ({ main, shade, light }) =>
  shape(
    'M52 254C70 220 96 214 118 190C120 110 156 70 204 70C254 70 274 112 272 150C330 170 352 210 360 254Q206 282 52 254Z',
    main,
  ) +
  shape('M96 262Q80 224 54 226Q60 250 96 262ZM318 262Q342 232 372 236Q352 262 318 262Z', shade) +
  both(ellipse(180, 152, [26, 22], light) + line('M172 152L128 146M172 160L130 168', light, 3)) +
  eyes(38, 116, 11) +
  nose(132, 14) +
  both(
    [
      [168, 148],
      [178, 158],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 2.5, shade))
      .join(''),
  );

const walrus: Drawing = ({ main, shade, light }) =>
  ellipse(200, 190, [128, 110], main) +
  ellipse(200, 142, [84, 78], main) +
  both(shape('M160 184Q158 236 176 270Q188 240 186 188Z', '#f7f1e3') + ellipse(172, 172, [40, 32], light)) +
  both(
    [
      [152, 168],
      [168, 178],
      [162, 158],
      [180, 164],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 3, shade))
      .join(''),
  ) +
  eyes(44, 116, 9) +
  nose(144, 15);

const whale: Drawing = ({ main, shade, light }) =>
  shape(
    'M44 168C50 100 130 74 212 92C270 104 304 132 330 124L356 84Q364 110 354 130Q376 138 388 158Q358 160 338 150C318 204 252 236 172 234C92 232 42 214 44 168Z',
    main,
  ) +
  shape('M44 168Q120 196 214 184Q196 232 156 234C92 232 42 214 44 168Z', light) +
  line('M76 196q34 8 70 4M88 214q34 8 60 4', shade, 4) +
  shape('M190 178Q224 190 230 230Q196 232 174 200Z', shade) +
  eye(112, 160, 8) +
  line('M150 78Q150 52 126 44M150 78Q152 50 176 40', '#ffffff', 8);

const spermWhale: Drawing = ({ main, shade, light }) =>
  shape(
    'M40 112Q40 84 76 82L196 84C270 92 300 130 330 122L352 86Q364 108 354 128Q376 138 386 158Q356 160 336 148C310 204 244 222 150 216L60 206Q44 200 56 188L48 176Q36 140 40 112Z',
    main,
  ) +
  shape('M56 188L168 196Q120 216 60 206Q44 200 56 188Z', light) +
  shape('M196 176Q228 190 226 224Q194 222 178 196Z', shade) +
  eye(156, 176, 7) +
  line('M72 76Q66 52 44 50M72 76Q82 50 102 46', '#ffffff', 7);

const dolphin: Drawing = ({ main, shade, light }) =>
  shape(
    'M40 172Q70 156 90 152C112 112 158 96 198 98Q214 62 246 56Q240 82 250 108C296 122 326 152 344 186Q372 184 388 204Q360 210 344 206Q336 226 312 240Q312 214 318 200C290 188 250 200 214 206C150 216 98 200 84 182Q60 184 40 172Z',
    main,
  ) +
  shape('M84 182Q140 190 200 184Q240 178 282 190C260 190 238 202 214 206C150 216 98 200 84 182Z', light) +
  shape('M156 184Q176 214 166 244Q134 226 130 190Z', shade) +
  eye(122, 156, 7) +
  line('M58 174Q80 176 96 172', shade, 4);

const orca: Drawing = ({ main, light }) =>
  shape(
    'M48 170C64 114 130 94 186 100Q194 44 226 30Q228 80 250 112C296 126 322 152 342 180Q372 174 388 192Q362 204 344 202Q338 224 314 240Q310 214 316 198C286 204 250 212 204 216C120 222 52 212 48 170Z',
    main,
  ) +
  shape(
    'M54 186Q120 186 176 190Q206 176 262 192Q270 200 262 208Q232 214 204 216C130 220 70 214 54 186Z',
    light,
  ) +
  ellipse(124, 140, [24, 11], light, -16) +
  shape('M150 186Q176 220 164 252Q126 236 124 192Z', main) +
  shape('M240 116Q268 120 282 134Q258 138 240 130Z', light) +
  eye(96, 158, 5);

const narwhal: Drawing = (coat) =>
  line('M92 150L20 92', '#f4ecd8', 9) + line('M70 132l10-6M50 116l10-6', coat.shade, 3) + dolphin(coat);

const manatee: Drawing = ({ main, shade, light }) =>
  shape(
    'M58 176C58 120 120 92 196 96C264 98 304 130 322 158Q366 150 378 182Q368 216 326 202C296 226 240 236 188 232Q150 232 124 216Q88 226 70 208Q58 196 58 176Z',
    main,
  ) +
  ellipse(92, 190, [34, 26], light) +
  shape('M166 200Q196 214 194 254Q156 254 146 216Z', shade) +
  eye(124, 154, 7) +
  circle(78, 182, 4, shade) +
  circle(94, 178, 4, shade);

const antlers = (color: string) =>
  both(line('M172 92C150 70 118 74 108 32M140 74Q130 50 142 30M116 60Q92 56 82 36', color, 11));
const deerFace: Drawing = ({ main, shade, light }) =>
  both(
    shape('M160 116Q108 92 76 122Q104 156 162 144Z', main) +
      shape('M148 122Q112 108 96 124Q116 142 150 136Z', light) +
      shape('M201 84C164 84 146 112 152 152Q160 200 166 232Q176 262 201 264Z', main),
  ) +
  shape('M166 214Q200 196 234 214Q232 262 200 264Q168 262 166 214Z', light) +
  shape('M188 84L200 160L212 84Z', shade) +
  eyes(36, 144, 10) +
  nose(226, 17);
const deer: Drawing = (coat) => antlers(coat.accent) + deerFace(coat);
const moose: Drawing = (coat) =>
  both(
    shape(
      'M168 100Q120 108 82 84Q58 62 62 34Q78 50 88 52Q84 34 92 22Q102 42 112 48Q114 30 124 22Q132 50 142 62Q160 78 176 84Z',
      coat.accent,
    ),
  ) + deerFace(coat);

const antelope: Drawing = (coat) =>
  both(
    line('M180 96C170 66 152 46 148 14', coat.accent, 12) + line('M166 60l12-6M160 44l10-5', coat.shade, 4),
  ) + deerFace(coat);

const goat: Drawing = (coat) =>
  both(
    line('M178 94C160 40 116 26 76 56', coat.accent, 20) +
      line('M166 56l-14 14M146 44l-10 18M122 38l-4 20', coat.shade, 5),
  ) +
  deerFace(coat) +
  shape('M184 258Q200 300 216 258Z', coat.shade);

const cow: Drawing = ({ main, shade, light, accent }) =>
  both(
    shape('M140 106Q92 100 88 52Q104 84 150 84Z', accent) +
      shape('M136 120Q84 106 62 140Q96 168 144 146Z', main) +
      shape('M201 74C150 74 132 104 138 150L152 220Q170 270 201 270Z', main),
  ) +
  shape('M168 78Q200 66 232 78Q220 118 200 128Q180 118 168 78Z', shade) +
  ellipse(200, 228, [58, 42], light) +
  both(ellipse(180, 224, [8, 11], INK)) +
  eyes(40, 150, 10) +
  line('M180 250Q200 260 220 250', INK, 4);

const bison: Drawing = ({ main, shade, light, accent }) =>
  both(shape('M118 128Q84 110 92 60Q110 92 148 96Z', accent)) +
  ellipse(200, 132, [104, 84], shade) +
  both(circle(118, 160, 30, shade) + circle(134, 196, 30, shade)) +
  shape('M142 136Q200 108 258 136L244 226Q200 286 156 226Z', main) +
  ellipse(200, 226, [42, 30], light) +
  both(ellipse(184, 224, [7, 9], INK)) +
  eyes(42, 158, 9) +
  shape('M180 250Q200 300 220 250Z', shade);

const pig: Drawing = ({ main, shade, light }) =>
  both(
    shape('M148 116Q112 96 104 56Q156 60 180 92Z', shade) +
      shape('M201 78C146 78 114 118 112 166Q130 240 201 256Z', main),
  ) +
  both(shape('M150 214Q134 214 136 186Q152 196 160 210Z', '#f7f1e3')) +
  ellipse(200, 206, [50, 38], light) +
  both(ellipse(182, 206, [9, 13], INK)) +
  eyes(48, 146, 9);

const horse: Drawing = ({ main, shade, light }) =>
  shape(
    'M96 300C96 216 116 130 168 76L164 36L200 62C246 72 270 108 304 164Q318 196 300 216Q278 232 256 214Q226 190 206 188C210 230 218 266 236 300Z',
    main,
  ) +
  shape('M164 36C116 82 76 160 68 300H112C104 216 130 136 186 74Z', shade) +
  shape('M304 164Q318 196 300 216Q278 232 256 214Q252 178 304 164Z', light) +
  circle(294, 186, 5, INK) +
  eye(230, 122, 9) +
  line('M264 216Q274 206 286 208', INK, 4);
const zebra: Drawing = (coat) =>
  horse(coat) +
  line(
    'M136 124L182 148M116 162L180 186M104 204L182 220M100 246L196 254M216 84L206 120M236 94L232 104M176 92L204 168M262 132L244 160',
    coat.shade,
    12,
  );

const camel: Drawing = ({ main, shade, light }) =>
  shape(
    'M30 300C50 220 96 226 120 196C140 158 172 158 190 200Q214 218 226 190C238 150 232 116 250 92L246 66L268 78C302 78 330 98 352 122Q360 148 340 154Q310 158 294 148C284 206 282 250 250 300Z',
    main,
  ) +
  shape('M352 122Q360 148 340 154Q324 158 312 154Q316 124 352 122Z', light) +
  shape('M120 196C140 158 172 158 190 200Q154 184 120 196Z', shade) +
  eye(282, 106, 8) +
  line('M270 94q12-8 24 0', shade, 5) +
  circle(342, 130, 4, INK) +
  line('M318 142q14 4 26 0', INK, 4);

const giraffe: Drawing = ({ main, shade, light, accent }) =>
  shape('M150 300L168 180H232L250 300Z', main) +
  [
    [178, 226, 14],
    [214, 246, 16],
    [180, 272, 15],
    [222, 286, 12],
    [206, 206, 10],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, shade))
    .join('') +
  both(line('M182 70V40', accent, 9) + circle(182, 34, 10, shade)) +
  both(
    shape('M152 100Q112 76 88 100Q110 132 154 124Z', main) +
      shape('M201 58C160 58 148 88 154 124L170 190Q180 214 201 214Z', main),
  ) +
  both(circle(164, 92, 7, shade) + circle(182, 78, 6, shade) + circle(172, 150, 7, shade)) +
  ellipse(200, 186, [38, 30], light) +
  both(ellipse(188, 180, [4, 7], INK)) +
  eyes(38, 118, 9) +
  line('M186 202Q200 208 214 202', INK, 4);

const rhino: Drawing = ({ main, shade, light }) =>
  shape(
    'M60 300C60 200 96 128 168 112L176 72L206 108C242 112 262 136 280 160Q318 180 318 220Q312 252 280 252C240 252 214 246 200 300Z',
    main,
  ) +
  shape('M176 72L206 108L172 120Z', shade) +
  shape('M276 162Q300 126 308 74Q330 130 314 190Z', light) +
  shape('M238 132Q246 112 246 90Q264 118 262 146Z', light) +
  eye(216, 160, 8) +
  ellipse(296, 216, [6, 9], INK) +
  line('M262 234Q284 240 300 236', shade, 5) +
  line('M130 170q-20 40-20 90M162 160q-14 40-14 70', shade, 6);

const hippo: Drawing = ({ main, shade, light }) =>
  roundEars(132, 76, [22, 12], { main, shade }) +
  shape(
    'M124 130Q124 64 200 64Q276 64 276 130Q312 160 310 208Q304 266 200 266Q96 266 90 208Q88 160 124 130Z',
    main,
  ) +
  ellipse(200, 212, [98, 48], light) +
  both(ellipse(152, 186, [9, 12], shade) + circle(156, 108, 18, main)) +
  eyes(44, 108, 10) +
  line('M130 228Q200 256 270 228', shade, 5) +
  both(shape('M160 240v18h14v-16Z', '#f7f1e3'));

const elephant: Drawing = ({ main, shade, light }) =>
  both(
    shape('M150 88C96 50 44 76 44 142C46 196 84 230 136 208Z', shade) +
      shape('M140 104C100 82 66 98 66 142C68 180 96 200 132 186Z', light) +
      shape('M168 206Q156 250 128 258Q150 268 182 240Z', '#f7f1e3'),
  ) +
  shape(
    'M200 62C148 62 122 104 126 150C130 196 164 204 170 232C174 262 182 284 206 284Q236 282 238 256Q222 262 220 244C222 206 270 196 274 150C278 104 252 62 200 62Z',
    main,
  ) +
  eyes(42, 144, 9) +
  line('M180 204q20 8 40 0M178 226q20 8 40 0M182 248q16 6 32 2', shade, 4);

const squirrel: Drawing = ({ main, shade, light }) =>
  shape(
    'M246 262C330 256 366 190 340 130C322 92 276 88 266 122C262 146 290 150 286 174C280 204 254 214 240 232Z',
    shade,
  ) +
  shape('M266 262C280 210 248 176 204 172C172 170 146 204 144 262Z', main) +
  shape(
    'M118 124L120 70L146 100C190 90 218 118 214 156C210 188 178 200 146 192Q96 184 88 158Q92 130 118 124Z',
    main,
  ) +
  ellipse(170, 230, [26, 34], light) +
  eye(142, 136, 9) +
  circle(90, 156, 7, INK) +
  shape('M142 200q-22 6-26 24q18 8 34-4Z', shade) +
  ellipse(112, 224, [14, 16], '#a0703c') +
  ellipse(112, 212, [16, 7], '#6d4a28') +
  ellipse(216, 260, [44, 14], main);

const mouse: Drawing = ({ main, shade, light }) =>
  both(circle(112, 104, 50, main) + circle(112, 104, 32, light)) +
  shape('M200 84C130 84 104 146 112 184Q140 246 200 256Q260 246 288 184C296 146 270 84 200 84Z', main) +
  both(line('M176 224L104 212M176 232L108 242', shade, 3)) +
  eyes(42, 164, 12) +
  ellipse(200, 222, [12, 9], '#d98b84') +
  both(shape('M199 242h-12v18h12Z', '#fdf8ee'));

const beaver: Drawing = ({ main, shade, light }) =>
  shape('M270 230Q346 200 384 234Q376 268 266 258Z', shade) +
  roundEars(128, 96, [20, 11], { main: shade, shade: light }) +
  ellipse(200, 178, [104, 96], main) +
  both(ellipse(172, 196, [38, 32], light)) +
  both(shape('M199 218h-18v36q9 4 18 0Z', '#fdf8ee')) +
  line('M200 220v34', shade, 2) +
  eyes(46, 146, 9) +
  nose(176, 20);

const rabbit: Drawing = ({ main, shade, light }) =>
  both(
    ellipse(152, 78, [24, 68], main, -10) +
      ellipse(152, 80, [12, 50], shade, -10) +
      shape('M201 122C146 122 112 158 114 202Q124 262 201 266Z', main),
  ) +
  both(ellipse(180, 226, [26, 24], light) + line('M172 226L108 216M172 234L112 244', light, 3)) +
  eyes(46, 180, 11) +
  shape('M188 208h24l-12 13Z', '#c9807b') +
  both(shape('M199 236h-11v18h11Z', '#fdf8ee'));

const monkey: Drawing = ({ main, shade, light }) =>
  both(circle(98, 158, 36, shade) + circle(98, 158, 20, light)) +
  ellipse(200, 156, [98, 98], main) +
  both(ellipse(166, 150, [38, 42], light)) +
  ellipse(200, 208, [62, 48], light) +
  eyes(32, 150, 10) +
  both(ellipse(192, 188, [4, 6], shade)) +
  line('M168 214Q200 236 232 214', INK, 5);

const ape: Drawing = ({ main, shade, light }) =>
  both(circle(100, 148, 20, light)) +
  shape('M96 180C84 96 140 40 200 40C260 40 316 96 304 180Q294 250 200 262Q106 250 96 180Z', main) +
  shape(
    'M134 154C128 118 172 112 200 132C228 112 272 118 266 154Q262 176 250 186Q276 244 200 248Q124 244 150 186Q138 176 134 154Z',
    shade,
  ) +
  line('M140 136Q170 116 200 134Q230 116 260 136', main, 12) +
  eyes(30, 158, 8) +
  both(ellipse(190, 188, [6, 7], INK)) +
  line('M164 216Q200 234 236 216', INK, 5);

const lemur: Drawing = ({ main, shade, light }) =>
  both(
    circle(116, 92, 34, light) +
      circle(116, 92, 20, main) +
      shape('M201 76C140 76 100 120 102 168Q120 238 201 260Z', light),
  ) +
  shape('M144 92Q200 60 256 92Q228 112 200 150Q172 112 144 92Z', main) +
  both(
    ellipse(154, 158, [34, 34], shade) +
      circle(154, 158, 20, '#d99a3d') +
      circle(154, 158, 9, INK) +
      circle(158, 154, 3, '#fff'),
  ) +
  shape('M170 206Q200 190 230 206Q226 252 200 258Q174 252 170 206Z', shade) +
  nose(210, 12);

const bat: Drawing = ({ main, shade, light }) =>
  both(
    shape(
      'M190 128C150 84 96 76 22 90Q44 118 44 158Q66 142 88 152Q98 170 100 190Q120 170 142 178Q160 190 166 206L192 200Z',
      shade,
    ) +
      line('M180 132Q110 100 32 94M88 150Q98 122 108 108M142 178Q150 140 152 118', main, 4) +
      shape('M172 104L158 52Q184 66 196 88Z', main) +
      shape('M176 94L168 66Q182 76 190 88Z', light),
  ) +
  ellipse(200, 176, [36, 56], main) +
  circle(200, 114, 38, main) +
  ellipse(200, 184, [20, 34], light) +
  eyes(15, 108, 7) +
  nose(122, 8) +
  both(shape('M192 138l-8 0l5 11Z', '#fff'));

const hedgehog: Drawing = ({ main, shade, light }) =>
  shape(
    'M72 232L60 206L78 202L66 172L88 174L82 140L106 150L110 114L132 134L148 98L164 126L190 96L200 126L230 108L232 138L262 126L256 156L284 152L272 180C290 200 318 214 338 222Q346 240 326 246H96Q78 246 72 232Z',
    shade,
  ) +
  shape('M240 166C268 172 304 210 340 220Q348 240 326 246H220Q206 196 240 166Z', light) +
  circle(340, 224, 10, INK) +
  eye(288, 202, 8) +
  circle(236, 190, 16, main) +
  [
    [112, 180],
    [140, 160],
    [170, 150],
    [200, 160],
    [130, 206],
    [164, 190],
    [196, 196],
    [110, 224],
    [150, 226],
    [186, 226],
  ]
    .map(([x = 0, y = 0]) => line(`M${x} ${y}l-8-14`, main, 4))
    .join('') +
  both(ellipse(140, 250, [20, 8], light));

const mole: Drawing = ({ main, shade, light }) =>
  shape(
    'M60 262C60 170 112 112 186 116C244 118 272 160 336 196Q352 212 332 222C290 226 282 250 262 262Z',
    main,
  ) +
  ellipse(336, 208, [18, 13], '#d98b84') +
  circle(266, 180, 5, INK) +
  shape('M206 262Q200 222 240 214Q276 220 286 250L272 244L270 258L256 250L250 264L236 254L228 266Z', light) +
  line('M308 218l-18 8M312 204l-20-6', shade, 3) +
  ellipse(120, 258, [30, 10], shade);

const armored: Drawing = ({ main, shade, light }) =>
  shape('M286 214Q330 214 372 250Q330 256 280 244Z', shade) +
  shape('M80 244C76 150 130 96 196 96C266 96 306 156 300 244Z', main) +
  [112, 146, 180, 214, 248]
    .map((x) => line(`M${x} ${x < 130 ? 150 : x > 240 ? 124 : 104}Q${x + 26} 170 ${x + 12} 242`, shade, 6))
    .join('') +
  shape('M98 172L92 138L116 160Q128 190 116 220Q72 246 28 240Q22 228 36 220Q70 200 98 172Z', light) +
  eye(88, 204, 7) +
  circle(32, 232, 7, INK) +
  [128, 238].map((x) => shape(`M${x} 240h34l4 24h-42Z`, light)).join('');

const anteater: Drawing = ({ main, shade, light }) =>
  shape('M262 172C320 150 372 176 386 252Q330 262 268 232Z', shade) +
  shape(
    'M96 196C130 140 196 126 240 146C286 166 290 210 280 232L286 272H254L246 240H172L168 272H136L132 230C100 236 60 250 18 262Q10 256 18 248C50 230 76 214 96 196Z',
    main,
  ) +
  shape('M132 176L196 226L182 240L118 196Z', light) +
  shape('M104 190L98 164L122 174Z', main) +
  eye(96, 206, 6) +
  line('M16 256Q2 262 -4 258', '#c9807b', 3);

const sloth: Drawing = ({ main, shade, light }) =>
  line('M20 66H380', '#7b5b3c', 18) +
  line('M120 66Q96 120 132 176M280 66Q304 120 268 176', main, 36) +
  both(line('M112 60v-14M124 60v-16M136 60v-14', light, 6)) +
  ellipse(200, 200, [90, 76], main) +
  ellipse(200, 196, [66, 58], light) +
  both(ellipse(160, 192, [30, 13], shade, 24)) +
  eyes(36, 190, 8) +
  nose(206, 12) +
  line('M174 222Q200 242 226 222', INK, 4);

const kangaroo: Drawing = ({ main, shade, light }) =>
  both(ellipse(158, 66, [20, 50], main, -14) + ellipse(158, 68, [10, 36], light, -14)) +
  both(shape('M201 92C152 92 138 130 148 166Q160 214 172 236Q184 254 201 254Z', main)) +
  shape('M168 202Q200 186 232 202Q230 252 200 254Q170 252 168 202Z', light) +
  eyes(34, 150, 10) +
  nose(218, 17) +
  both(line('M168 172l-8 22', shade, 5)) +
  mouth(236, 12);

const koala: Drawing = ({ main, shade, light }) =>
  both(circle(98, 112, 54, main) + circle(98, 116, 32, light)) +
  ellipse(200, 166, [98, 92], main) +
  ellipse(200, 178, [24, 38], INK) +
  eyes(52, 150, 9) +
  line('M178 228Q200 242 222 228', shade, 5);

const platypus: Drawing = ({ main, shade, light, accent }) =>
  shape('M276 196Q344 170 380 206Q366 244 282 236Z', shade) +
  ellipse(196, 204, [104, 52], main) +
  circle(116, 176, 48, main) +
  shape('M90 166Q40 166 18 190Q20 212 52 212Q84 212 104 202Z', accent) +
  circle(40, 184, 3, INK) +
  eye(110, 160, 7) +
  ellipse(200, 236, [70, 18], light) +
  shape('M140 240l-24 24h34l10-10l8 10h16l-8-28Z', accent) +
  shape('M240 240l-10 24h40l2-26Z', accent);

const tapir: Drawing = ({ main, shade, light }) =>
  roundEars(134, 84, [26, 15], { main, shade: light }) +
  both(shape('M201 72C146 72 118 112 124 158Q140 210 168 232Q178 270 201 272Z', main)) +
  shape('M172 216Q200 204 228 216Q232 280 200 282Q168 280 172 216Z', shade) +
  both(ellipse(188, 266, [6, 8], INK)) +
  eyes(44, 142, 9);

const hyrax: Drawing = (coat) => roundEars(120, 104, [24, 14], coat) + otter(coat);

export const mammals = {
  wolf,
  fox,
  cat,
  bigCat,
  tiger,
  lion,
  bear,
  panda,
  masked,
  otter,
  badger,
  seal,
  walrus,
  whale,
  spermWhale,
  dolphin,
  orca,
  narwhal,
  manatee,
  deer,
  moose,
  antelope,
  goat,
  cow,
  bison,
  pig,
  horse,
  zebra,
  camel,
  giraffe,
  rhino,
  hippo,
  elephant,
  squirrel,
  mouse,
  beaver,
  rabbit,
  monkey,
  ape,
  lemur,
  bat,
  hedgehog,
  mole,
  armored,
  anteater,
  sloth,
  kangaroo,
  koala,
  platypus,
  tapir,
  hyrax,
};
