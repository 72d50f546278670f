/** Drawings of insects, spiders, crustaceans, molluscs and other invertebrates. */
import { both, circle, type Drawing, ellipse, eye, eyes, INK, line, placed, shape } from './shapes.ts';

const feelers = (y: number) =>
  both(line(`M194 ${y}Q184 ${y - 34} 160 ${y - 42}`, INK, 4) + circle(160, y - 42, 5, INK));

const butterfly: Drawing = ({ main, shade, light, accent }) =>
  both(
    shape('M192 140C160 60 90 36 58 60C34 84 56 150 96 162C130 166 166 164 192 156Z', shade) +
      shape('M184 138C156 78 100 58 76 76C62 94 82 140 108 148C136 152 164 150 184 146Z', main) +
      shape('M192 158C150 160 104 176 96 212C98 250 132 262 160 240C180 220 190 190 194 168Z', shade) +
      shape('M184 166C152 170 118 184 114 210C118 234 138 240 156 224C172 208 182 188 184 166Z', accent) +
      circle(104, 104, 13, light) +
      circle(138, 206, 11, light) +
      [
        [66, 74],
        [62, 96],
        [70, 120],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 4, light))
        .join(''),
  ) +
  ellipse(200, 168, [10, 62], INK) +
  circle(200, 102, 12, INK) +
  feelers(96);

const moth: Drawing = ({ main, shade, light, accent }) =>
  both(
    shape('M192 170C150 190 110 226 112 254C150 264 184 244 196 210Z', accent) +
      shape('M196 108C150 100 76 130 38 196C70 220 150 218 196 196Z', main) +
      line('M66 178Q110 190 180 158M92 206Q130 200 184 178', shade, 7) +
      circle(122, 162, 12, light) +
      circle(122, 162, 6, shade) +
      line('M194 92Q168 78 148 52M184 84l-4-12M174 76l-6-12M184 84l-14 0M174 76l-14-2', shade, 4),
  ) +
  ellipse(200, 186, [24, 66], shade) +
  ellipse(200, 124, [30, 26], light) +
  [190, 208, 226].map((y) => line(`M184 ${y}h32`, light, 5)).join('') +
  eyes(12, 100, 6);

const sixLegs = (x: number, [front, middle, back]: [number, number, number]) =>
  both(
    line(`M${x} ${front}l-36-18l-12-26M${x - 6} ${middle}l-44 4l-18 22M${x} ${back}l-32 22l-8 32`, INK, 8),
  );

const beetle: Drawing = ({ main, shade, light }) =>
  sixLegs(140, [130, 172, 214]) +
  ellipse(200, 84, [32, 26], INK) +
  shape('M144 116Q200 76 256 116L262 138H138Z', shade) +
  shape('M138 138H262C276 190 256 264 200 276C144 264 124 190 138 138Z', main) +
  line('M200 140V272', shade, 5) +
  shape('M158 156Q150 196 166 236Q148 214 148 176Z', light) +
  both(line('M188 66Q176 44 156 44', INK, 6)) +
  both(circle(180, 78, 5, light));

const stag: Drawing = (coat) =>
  both(line('M186 74C150 66 140 34 170 14M148 40l22 4', coat.accent, 12)) + beetle(coat);
const hornedBeetle: Drawing = (coat) =>
  line('M200 104C204 70 202 36 180 12M198 64l-14-4', INK, 13) + beetle(coat);
const glowing: Drawing = (coat) =>
  circle(200, 262, 62, '#f2eb9a55') + circle(200, 262, 40, '#f2eb9a99') + beetle(coat);

const ladybird: Drawing = ({ main, light }) =>
  sixLegs(126, [136, 176, 212]) +
  shape('M140 106C140 70 170 54 200 54C230 54 260 70 260 106Z', INK) +
  both(circle(164, 88, 11, light)) +
  circle(200, 172, 94, main) +
  line('M200 82V264', INK, 6) +
  circle(200, 108, 16, INK) +
  both(circle(150, 140, 18, INK) + circle(144, 204, 18, INK) + circle(180, 234, 14, INK)) +
  feelers(58);

const bee: Drawing = ({ main, shade, light }) =>
  both(ellipse(128, 116, [66, 32], '#f5f6f0cc', 28) + ellipse(124, 162, [50, 22], '#e6ecebcc', -4)) +
  shape(
    'M200 122C150 122 142 172 150 212C160 254 186 272 200 284C214 272 240 254 250 212C258 172 250 122 200 122Z',
    main,
  ) +
  shape(
    'M148 168h104l2 22H146ZM152 210h96q-4 14-10 24h-76q-6-10-10-24ZM176 256h48q-12 16-24 28q-12-12-24-28Z',
    shade,
  ) +
  ellipse(200, 124, [46, 34], light) +
  circle(200, 82, 32, shade) +
  both(ellipse(182, 78, [9, 13], light)) +
  feelers(60);

const wasp: Drawing = (coat) => bee({ ...coat, light: coat.accent }) + line('M200 284v12', INK, 5);

const ant: Drawing = ({ main, shade, light }) =>
  sixLegs(176, [140, 152, 166]) +
  both(line('M190 60Q170 40 150 52L136 34', INK, 5)) +
  ellipse(200, 232, [46, 54], main) +
  line('M166 222q34 12 68 0M164 242q36 12 72 0', shade, 5) +
  ellipse(200, 164, [14, 14], shade) +
  ellipse(200, 140, [28, 32], main) +
  shape('M200 54C162 54 156 84 170 104Q184 118 200 118Q216 118 230 104C244 84 238 54 200 54Z', shade) +
  both(circle(178, 82, 6, light) + line('M190 60q-12-10-6-20', shade, 7));

const leafAnt: Drawing = (coat) =>
  shape('M120 30C190-4 284 8 300 74C240 100 150 92 120 30Z', '#6f9a5c') +
  line('M130 36Q210 40 292 72', '#547a45', 5) +
  ant(coat);

const termite: Drawing = (coat) => ant({ ...coat, shade: coat.accent });

const mantis: Drawing = ({ main, shade, light }) =>
  line('M222 196L170 266M262 206L250 276M300 216L330 272', main, 9) +
  shape('M186 116C250 160 330 200 372 256C310 252 230 220 196 176Z', main) +
  shape('M214 150C270 170 330 206 372 256C316 240 246 204 214 150Z', shade) +
  line('M196 160L168 92', main, 20) +
  line('M176 128L120 148L74 104L96 176', main, 14) +
  line('M100 134l-4 14M88 124l-6 12', shade, 4) +
  shape('M118 66Q160 44 200 66Q186 100 160 110Q132 98 118 66Z', main) +
  circle(126, 66, 14, light) +
  circle(192, 66, 14, light) +
  circle(126, 66, 5, INK) +
  circle(192, 66, 5, INK) +
  line('M152 58L136 18M166 58L186 20', INK, 4);

const grasshopper: Drawing = ({ main, shade, light }) =>
  line('M130 200L112 258M168 204L160 262', shade, 8) +
  shape(
    'M44 146C44 106 100 100 116 124C200 112 300 148 378 190C300 214 190 224 120 202C64 200 44 180 44 146Z',
    main,
  ) +
  shape('M124 128C220 116 320 150 384 182C290 176 190 172 124 128Z', light) +
  line('M210 200L276 84L318 260', shade, 16) +
  shape('M196 200L266 78Q288 72 286 96L230 210Z', main) +
  line('M84 112L52 50M96 110L86 44', INK, 4) +
  eye(74, 136, 11) +
  line('M100 120Q110 160 104 196', shade, 6);

const dragonfly: Drawing = ({ main, shade, light, accent }) =>
  both(
    ellipse(110, 104, [92, 20], '#f2f6f4cc', 12) +
      ellipse(116, 146, [84, 19], '#dfe9e8cc', -10) +
      line('M36 88Q110 96 186 120M44 160Q116 146 186 138', light, 3),
  ) +
  shape('M190 150H210L206 280Q200 290 194 280Z', accent) +
  [172, 196, 220, 244].map((y) => line(`M192 ${y}h16`, shade, 4)).join('') +
  ellipse(200, 128, [22, 36], main) +
  both(circle(186, 82, 18, shade) + circle(182, 78, 5, light));

const eightLegs = (color: string) =>
  both(
    line(
      'M172 140L120 90L84 118M168 154L98 132L54 172M170 172L104 186L62 238M176 188L132 222L112 276',
      color,
      9,
    ),
  );
const spider: Drawing = ({ main, shade, light }) =>
  line('M200 0V120', '#ffffffaa', 3) +
  eightLegs(shade) +
  ellipse(200, 206, [56, 62], main) +
  ellipse(200, 140, [36, 32], shade) +
  both(circle(186, 124, 7, light) + circle(186, 124, 3, INK) + circle(172, 134, 4, light)) +
  line('M200 160V232M176 186h48M182 212h36', light, 8);
const hairySpider: Drawing = ({ main, shade, light }) =>
  both(
    line(
      'M172 140L120 90L84 118M168 154L98 132L54 172M170 172L104 186L62 238M176 188L132 222L112 276',
      main,
      20,
    ),
  ) +
  ellipse(200, 208, [62, 66], main) +
  ellipse(200, 140, [44, 38], shade) +
  both(
    circle(188, 122, 6, light) +
      line('M160 190l-10 6M156 214l-12 4M166 240l-10 8M184 196l-8 4M184 224l-8 4', shade, 4),
  );
const widow: Drawing = (coat) =>
  spider({ ...coat, light: coat.main }) +
  shape('M178 186H222L200 210ZM178 236H222L200 210Z', coat.accent) +
  both(circle(186, 124, 5, coat.accent));
const jumping: Drawing = ({ main, shade, light }) =>
  both(line('M160 190L96 160L70 210M156 206L84 214L60 262M168 222L118 250L112 284', shade, 15)) +
  shape('M124 130Q124 72 200 72Q276 72 276 130V186Q260 236 200 236Q140 236 124 186Z', main) +
  shape('M140 92Q200 66 260 92L252 108Q200 90 148 108Z', light) +
  both(
    circle(172, 146, 27, INK) +
      circle(180, 136, 8, '#fff') +
      circle(132, 138, 12, INK) +
      circle(135, 134, 4, '#fff'),
  ) +
  both(ellipse(184, 222, [14, 22], shade)) +
  line('M150 182Q200 196 250 182', light, 6);

const scorpion: Drawing = ({ main, shade, light }) =>
  line('M222 196C320 236 372 150 320 92C300 70 270 76 262 92', main, 24) +
  [
    [282, 206],
    [316, 186],
    [334, 152],
    [326, 116],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 4, shade))
    .join('') +
  shape('M272 78Q244 84 240 116Q262 112 276 98Z', shade) +
  line('M140 176L116 232M164 184L150 244M190 190L184 248M214 192L220 248', shade, 9) +
  ellipse(170, 176, [74, 34], main) +
  line('M140 150v50M166 146v58M192 148v54', shade, 5) +
  line('M110 160L60 140L62 112M110 184L56 208L40 186', main, 14) +
  shape('M70 118Q30 116 36 60Q56 70 58 88Q66 66 84 60Q98 100 70 118Z', shade) +
  shape('M48 196Q10 190 8 150Q26 154 32 168Q38 150 54 144Q68 180 48 196Z', shade) +
  circle(112, 162, 5, light);

const tick: Drawing = ({ main, shade, light }) =>
  eightLegs(INK) +
  shape('M200 100C130 106 116 200 140 244Q170 276 200 276Q230 276 260 244C284 200 270 106 200 100Z', main) +
  shape('M152 126Q200 90 248 126Q244 160 200 164Q156 160 152 126Z', shade) +
  ellipse(200, 88, [16, 24], shade) +
  line('M166 196Q164 224 178 246', light, 8);

const crab: Drawing = ({ main, shade, light }) =>
  both(
    line('M128 200L76 196L56 232M136 216L96 226L84 262M150 228L122 246L118 278', shade, 11) +
      line('M126 166L88 140L84 110', main, 18) +
      shape('M92 120C44 122 34 72 62 40Q72 56 78 76Q86 50 110 44C128 72 122 112 92 120Z', main) +
      line('M176 132L170 92', shade, 8) +
      circle(168, 84, 13, light) +
      circle(169, 83, 6, INK),
  ) +
  shape(
    'M110 178C118 136 160 124 200 124C240 124 282 136 290 178C286 220 240 240 200 240C160 240 114 220 110 178Z',
    main,
  ) +
  both(circle(150, 164, 8, shade) + circle(174, 150, 6, shade)) +
  line('M168 206Q200 224 232 206', shade, 5);

const hermit: Drawing = (coat) =>
  shape('M190 196C200 110 290 70 336 120C364 160 348 222 300 240L190 244Z', coat.light) +
  line('M300 238C336 214 340 160 306 144C276 134 254 164 272 184C286 196 304 184 298 172', coat.accent, 9) +
  placed(crab(coat), 14, 54, 0.78);

const lobster: Drawing = ({ main, shade, light }) =>
  both(
    line('M176 112L140 92L130 64', main, 14) +
      shape('M138 76C98 72 96 22 124 4Q132 18 136 34Q144 16 160 14C172 38 164 74 138 76Z', main) +
      line('M170 150L128 140L112 158M170 166L124 168L112 190M172 180L132 194L126 214', shade, 8) +
      line('M188 84Q176 40 188 6', shade, 4) +
      shape('M190 268Q150 260 136 296Q170 300 196 284Z', shade),
  ) +
  shape('M200 80C170 86 164 130 168 190H232C236 130 230 86 200 80Z', main) +
  [192, 212, 232, 250]
    .map((y, index) =>
      shape(
        `M${166 + index * 5} ${y}h${68 - index * 10}l-4 18h-${60 - index * 10}Z`,
        index % 2 ? main : shade,
      ),
    )
    .join('') +
  ellipse(200, 280, [20, 16], main) +
  both(circle(184, 100, 6, INK)) +
  line('M200 116v60', light, 4);

const shrimp: Drawing = ({ main, shade, light, accent }) =>
  line('M92 112C60 70 30 70 6 96M96 104C80 50 50 36 18 40', accent, 5) +
  line('M130 178L110 222M156 196L142 244M186 204L180 254M218 204L222 250', shade, 7) +
  shape(
    'M60 132C84 92 150 84 200 104C280 124 330 176 316 244L344 280L300 276L276 292L272 250C276 216 250 204 212 204C150 208 100 180 60 132Z',
    main,
  ) +
  line(
    'M170 100Q160 150 172 198M208 108Q204 150 216 200M246 124Q242 164 256 210M280 154Q272 190 284 226',
    shade,
    6,
  ) +
  eye(112, 122, 9) +
  shape('M72 142C110 180 160 200 206 198C160 210 104 186 72 142Z', light);

const woodlouse: Drawing = ({ main, shade, light }) =>
  both(
    line('M136 120L100 106M128 146L88 140M126 172L84 176M130 198L92 212M140 222L108 244', shade, 8) +
      line('M180 68Q150 60 140 30', shade, 6),
  ) +
  shape('M200 52C140 60 112 120 120 190Q138 268 200 280Q262 268 280 190C288 120 260 60 200 52Z', main) +
  [100, 128, 156, 184, 212, 240]
    .map((y, index) =>
      line(
        `M${126 + Math.abs(index - 2.5) * 4} ${y}Q200 ${y + 24} ${274 - Math.abs(index - 2.5) * 4} ${y}`,
        shade,
        6,
      ),
    )
    .join('') +
  eyes(34, 82, 5) +
  shape('M160 104Q148 160 164 224Q144 190 146 140Z', light);

const centipede: Drawing = ({ main, shade, accent }) => {
  const joints = Array.from(
    { length: 13 },
    (_, index) => [52 + index * 24, Math.round(156 + 46 * Math.sin(index * 0.62))] as const,
  );
  return (
    joints
      .slice(1)
      .map(([x, y]) => line(`M${x} ${y - 14}l-8-30M${x} ${y + 14}l8 30`, accent, 6))
      .join('') +
    joints.map(([x, y], index) => circle(x, y, 20, index % 2 ? main : shade)).join('') +
    circle(52, 156, 24, accent) +
    eye(44, 150, 6) +
    line('M40 136L14 104M34 146L4 134', accent, 5)
  );
};

const snail: Drawing = ({ main, shade, light, accent }) =>
  shape('M30 216C26 180 60 170 74 190Q90 220 140 224H300L372 262H70Q34 250 30 216Z', light) +
  line('M52 188L34 142M68 186L72 138', light, 8) +
  circle(34, 138, 8, INK) +
  circle(72, 134, 8, INK) +
  circle(212, 156, 88, main) +
  line(
    'M296 178C300 110 240 74 190 92C138 112 134 178 176 202C214 220 258 194 250 158C240 128 196 128 194 158C196 172 212 174 216 162',
    shade,
    12,
  ) +
  line('M56 232q8 4 14 0', accent, 4);

const cone: Drawing = ({ main, shade, light }) =>
  shape(
    'M60 180C80 130 140 80 220 60Q290 60 320 90L352 100L332 126C330 190 240 230 110 214Q60 204 60 180Z',
    main,
  ) +
  line(
    'M84 192Q190 190 330 118M150 116Q180 150 170 204M220 80Q250 130 236 196M280 72Q306 110 290 166',
    shade,
    8,
  ) +
  shape('M60 180Q100 200 200 200Q150 222 110 214Q60 204 60 180Z', light) +
  line('M60 186L20 200', light, 8);

const octopus: Drawing = ({ main, shade, light }) =>
  both(
    line(
      'M168 176C130 200 96 176 60 200C36 220 52 246 74 238M178 186C150 226 110 226 96 262C92 284 118 288 124 272M190 190C184 230 158 250 164 286',
      main,
      24,
    ),
  ) +
  shape(
    'M200 36C134 36 112 92 128 138C136 160 144 176 148 196H252C256 176 264 160 272 138C288 92 266 36 200 36Z',
    main,
  ) +
  both(circle(160, 78, 8, shade) + circle(148, 102, 6, shade)) +
  both(circle(172, 146, 17, light) + ellipse(172, 146, [11, 5], INK)) +
  line('M184 176Q200 186 216 176', shade, 5);

const squid: Drawing = ({ main, shade, light }) =>
  both(
    line('M190 200C184 240 176 262 184 292M180 200C160 232 150 250 150 280M196 200V296', main, 11) +
      line('M172 196C130 230 110 250 104 284', main, 8) +
      ellipse(102, 288, [9, 14], shade) +
      shape('M178 40Q118 66 104 122Q144 124 172 104Z', shade),
  ) +
  shape('M200 6C168 50 152 110 164 172Q180 210 200 210Q220 210 236 172C248 110 232 50 200 6Z', main) +
  both(circle(174, 178, 14, light) + circle(174, 178, 7, INK)) +
  [
    [192, 70],
    [210, 96],
    [190, 118],
    [208, 140],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 5, shade))
    .join('');

const nautilus: Drawing = ({ main, shade, light, accent }) =>
  [196, 210, 224, 238, 252]
    .map((y, index) => line(`M130 ${y - 20}Q90 ${y - 10} ${44 + index * 6} ${y + index * 4}`, accent, 9))
    .join('') +
  circle(216, 148, 112, light) +
  shape(
    'M216 36C290 36 330 90 328 150C290 170 250 160 232 140C200 100 150 120 146 170C120 120 150 36 216 36Z',
    main,
  ) +
  line(
    'M180 62Q196 90 196 112M230 50Q232 90 226 118M284 76Q262 110 240 134M318 124Q280 136 250 148',
    light,
    9,
  ) +
  shape('M104 190Q116 130 150 160Q150 230 190 256Q120 250 104 190Z', accent) +
  circle(142, 188, 14, '#fff') +
  circle(142, 188, 6, INK) +
  line('M232 140Q216 124 226 154', shade, 6);

const clam: Drawing = ({ main, shade, light, accent }) =>
  shape(
    'M60 146Q90 116 120 146Q150 116 180 146Q210 116 240 146Q270 116 300 146Q330 120 346 150Q300 190 200 190Q100 190 60 146Z',
    accent,
  ) +
  shape(
    'M44 160Q76 128 104 160Q136 128 168 160Q200 128 232 160Q264 128 296 160Q324 128 356 160C350 230 280 266 200 266C120 266 50 230 44 160Z',
    main,
  ) +
  line(
    'M104 166Q120 220 180 256M168 166Q176 220 194 260M232 166Q224 220 206 260M296 166Q280 220 220 256',
    shade,
    7,
  ) +
  shape(
    'M52 150C70 96 130 66 200 66C270 66 330 96 348 150Q324 122 296 146Q264 116 232 146Q200 116 168 146Q136 116 104 146Q76 122 52 150Z',
    light,
  ) +
  [110, 150, 200, 250, 290].map((x) => circle(x, 172, 5, light)).join('');

const jellyfish: Drawing = ({ main, shade, light }) =>
  [128, 152, 248, 272]
    .map((x, index) =>
      line(`M${x} 150q${index % 2 ? 16 : -16} 40 0 70q${index % 2 ? -14 : 14} 30 0 60`, shade, 5),
    )
    .join('') +
  line(
    'M180 150Q160 200 186 236Q170 262 182 290M220 150Q240 200 214 236Q230 262 218 290M200 150V270',
    light,
    13,
  ) +
  shape(
    'M84 158C84 84 136 44 200 44C264 44 316 84 316 158Q302 176 286 160Q270 178 252 162Q234 180 216 164Q200 180 184 164Q166 180 148 162Q130 178 114 160Q98 176 84 158Z',
    main,
  ) +
  both(circle(178, 102, 16, light) + circle(178, 102, 9, main) + ellipse(130, 112, [10, 22], light, 30));

const coral: Drawing = ({ main, shade, light }) =>
  line(
    'M200 290V150M200 220C150 210 120 170 126 104M200 200C256 190 286 150 278 80M140 180C104 170 84 150 80 116M262 166C300 166 324 146 328 112M200 150C200 110 180 90 178 52M200 150Q226 120 230 70M124 140Q146 120 150 84',
    main,
    22,
  ) +
  [
    [126, 104],
    [278, 80],
    [80, 116],
    [328, 112],
    [178, 52],
    [230, 70],
    [150, 84],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 9, light))
    .join('') +
  shape('M120 300Q140 268 200 270Q260 268 280 300Z', shade);

const starfish: Drawing = ({ main, shade, light }) =>
  [0, 72, 144, 216, 288]
    .map((turn) =>
      placed(
        shape('M-34 0C-30 -60 -20 -120 0 -128C20 -120 30 -60 34 0Z', main) +
          [30, 58, 84, 106].map((y) => circle(0, -y, 8 - y / 26, shade)).join('') +
          [
            [-14, 44],
            [14, 44],
            [-11, 72],
            [11, 72],
          ]
            .map(([x = 0, y = 0]) => circle(x, -y, 4, light))
            .join(''),
        200,
        156,
        1,
        turn,
      ),
    )
    .join('') +
  circle(200, 156, 40, main) +
  circle(200, 156, 10, shade);

const urchin: Drawing = ({ main, shade, light }) =>
  Array.from({ length: 26 }, (_, index) =>
    placed(
      line(index % 2 ? 'M0 0V-112' : 'M0 0V-132', index % 2 ? main : shade, 8),
      200,
      160,
      1,
      (index * 360) / 26,
    ),
  ).join('') +
  circle(200, 160, 76, main) +
  circle(200, 160, 60, shade) +
  [0, 60, 120, 180, 240, 300].map((turn) => placed(circle(0, -36, 7, light), 200, 160, 1, turn)).join('') +
  circle(200, 160, 8, light);

const worm: Drawing = ({ main, shade, light }) =>
  line('M60 210C90 120 160 110 190 170C220 236 290 230 320 130', main, 44) +
  line(
    'M78 178l30 12M96 148l22 22M128 130l8 28M160 134l-10 28M184 162l-28 14M204 196l-28 16M232 216l-12 30M264 214l6 32M292 190l26 20',
    shade,
    5,
  ) +
  line('M128 122Q150 116 168 130', light, 36) +
  circle(316, 128, 4, INK) +
  line('M324 150q8 2 12-4', INK, 3);

const krill: Drawing = (coat) =>
  placed(shrimp(coat), 20, 10, 0.62) +
  placed(shrimp(coat), 150, 120, 0.52) +
  placed(shrimp(coat), 210, 6, 0.4);

const cuttlefish: Drawing = ({ main, shade, light, accent }) =>
  line(
    'M104 150C70 140 40 150 16 176M106 164C76 164 56 180 40 204M108 176C88 184 76 200 70 220M104 140C76 120 50 116 20 122',
    accent,
    11,
  ) +
  shape('M120 96C210 50 330 80 384 150C330 230 210 246 120 204Q160 150 120 96Z', light) +
  shape(
    'M90 150C96 112 140 104 160 112C240 84 320 110 360 150C320 196 240 214 160 192C130 200 96 186 90 150Z',
    main,
  ) +
  line('M200 116q-12 34 0 70M240 112q-12 40 0 82M280 118q-10 32 0 66', shade, 8) +
  circle(132, 140, 15, light) +
  line('M122 142q5 6 10 0q5 6 10 0', INK, 4);

export const invertebrates = {
  butterfly,
  moth,
  beetle,
  stag,
  hornedBeetle,
  glowing,
  ladybird,
  bee,
  wasp,
  ant,
  leafAnt,
  termite,
  mantis,
  grasshopper,
  dragonfly,
  spider,
  hairySpider,
  widow,
  jumping,
  scorpion,
  tick,
  crab,
  hermit,
  lobster,
  shrimp,
  krill,
  woodlouse,
  centipede,
  snail,
  cone,
  octopus,
  squid,
  cuttlefish,
  nautilus,
  clam,
  jellyfish,
  coral,
  starfish,
  urchin,
  worm,
};
