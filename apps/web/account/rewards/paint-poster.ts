import { encode } from 'uqr';

export const POSTER_WIDTH = 720;
export const POSTER_HEIGHT = 1080;
const MARGIN = 64;
const INNER = POSTER_WIDTH - 2 * MARGIN;
const QR = 320;
const GAP = 32;
/** The terms stand on the bottom, below a line of their own. */
const TERMS_TOP = 940;
const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';
/** The mark's own grid. */
const MARK = 24;

/** Words on a poster, in the language of its page. */
export interface PosterWords {
  readonly title: string;
  readonly codeLabel: string;
  readonly code: string;
  readonly linkLabel: string;
  readonly link: string;
  /** Shares of the fee by generation. */
  readonly shares: readonly { readonly label: string; readonly share: string }[];
  /** Says what the shares are of. */
  readonly terms: string;
}

/** Colours by what they are for, and the family of the page's letters. */
export interface PosterLook {
  readonly family: string;
  readonly paper: string;
  readonly line: string;
  readonly ink: string;
  readonly quiet: string;
  readonly label: string;
  readonly seal: string;
}

/** The strokes of a canvas that a poster needs. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'font'
  | 'fillRect'
  | 'fillText'
  | 'measureText'
  | 'beginPath'
  | 'roundRect'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
>;

/** Paints a poster: the name, the shares, the code and the link with its QR code, and the terms. */
export function paintPoster(pen: Pen, words: PosterWords, look: PosterLook): void {
  pen.fillStyle = look.paper;
  pen.fillRect(0, 0, POSTER_WIDTH, POSTER_HEIGHT);
  paintMark(pen, look, MARGIN, 52, 44);
  choose(pen, look, 'ink', 600, 30);
  pen.fillText('Candor', MARGIN + 58, 85);
  paintLine(pen, look, 122);
  choose(pen, look, 'ink', 600, 36);
  const belowTitle = writeLines(pen, wordsOf(words.title), { x: MARGIN, y: 176, width: INNER, step: 44 });
  const top = paintShares(pen, words, look, belowTitle + 12) + GAP;
  paintCode(pen, words.link, MARGIN, top);
  const x = MARGIN + QR + GAP;
  choose(pen, look, 'label', 400, 17);
  pen.fillText(words.codeLabel, x, top + 20);
  writeFitting(pen, look, words.code, { x, y: top + 60, width: INNER - QR - GAP });
  const link = top + QR + 40;
  choose(pen, look, 'label', 400, 17);
  pen.fillText(words.linkLabel, MARGIN, link);
  pen.fillStyle = look.quiet;
  pen.font = `400 18px ${MONO}`;
  writeLines(pen, [...words.link], { x: MARGIN, y: link + 28, width: INNER, step: 24 });
  paintLine(pen, look, TERMS_TOP);
  choose(pen, look, 'quiet', 400, 17);
  writeLines(pen, wordsOf(words.terms), { x: MARGIN, y: TERMS_TOP + 32, width: INNER, step: 25 });
}

/** Takes a colour and letters. */
function choose(
  pen: Pen,
  look: PosterLook,
  colour: 'ink' | 'quiet' | 'label',
  weight: number,
  size: number,
): void {
  pen.fillStyle = look[colour];
  pen.font = `${weight} ${size}px ${look.family}`;
}

/** Paints the shares beside each other, over a line. Returns the place of the line. */
function paintShares(pen: Pen, { shares }: PosterWords, look: PosterLook, y: number): number {
  const width = INNER / Math.max(1, shares.length);
  for (const [at, { label, share }] of shares.entries()) {
    const left = MARGIN + at * width;
    choose(pen, look, 'label', 400, 17);
    pen.fillText(label, left, y);
    choose(pen, look, 'ink', 600, 30);
    pen.fillText(share, left, y + 38);
  }
  paintLine(pen, look, y + 64);
  return y + 64;
}

function paintLine(pen: Pen, { line }: PosterLook, y: number): void {
  pen.fillStyle = line;
  pen.fillRect(MARGIN, y, INNER, 1);
}

/** The mark, a checked square, by the strokes of the logo. */
function paintMark(pen: Pen, { seal }: PosterLook, x: number, y: number, size: number): void {
  const at = (grid: number) => (grid / MARK) * size;
  pen.strokeStyle = seal;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.lineWidth = at(2);
  pen.beginPath();
  pen.roundRect(x + at(2), y + at(2), at(20), at(20), at(6));
  pen.stroke();
  pen.lineWidth = at(2.25);
  pen.beginPath();
  pen.moveTo(x + at(7.5), y + at(12.25));
  pen.lineTo(x + at(10.6), y + at(15.35));
  pen.lineTo(x + at(16.5), y + at(9));
  pen.stroke();
}

/** The link as a QR code, black on white: scanners want it so. */
function paintCode(pen: Pen, link: string, left: number, top: number): void {
  const { size, data } = encode(link, { border: 0 });
  const cell = QR / size;
  pen.fillStyle = '#000000';
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) {
      if (!dark) continue;
      // whole dots from edge to edge leave no seams
      const [fromX, fromY] = [Math.round(x * cell), Math.round(y * cell)];
      const [toX, toY] = [Math.round((x + 1) * cell), Math.round((y + 1) * cell)];
      pen.fillRect(left + fromX, top + fromY, toX - fromX, toY - fromY);
    }
}

/** Parts between which a line may break: words with what follows them, also in scripts without spaces. */
function wordsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
    if (isWordLike === true || parts.length === 0) parts.push(segment);
    else parts[parts.length - 1] += segment;
  return parts;
}

interface Block {
  readonly x: number;
  /** Baseline of the first line. */
  readonly y: number;
  readonly width: number;
  readonly step: number;
}

/** Writes parts in lines that fit. Returns the place of the next line. */
function writeLines(pen: Pen, parts: readonly string[], { x, y: from, width, step }: Block): number {
  let line = '';
  let y = from;
  for (const part of parts) {
    if (line !== '' && pen.measureText((line + part).trimEnd()).width > width) {
      pen.fillText(line.trimEnd(), x, y);
      y += step;
      line = '';
    }
    line += part;
  }
  pen.fillText(line.trimEnd(), x, y);
  return y + step;
}

/** Writes a text in one line, in the largest letters that fit. */
function writeFitting(pen: Pen, look: PosterLook, text: string, { x, y, width }: Omit<Block, 'step'>): void {
  let size = 38;
  choose(pen, look, 'ink', 600, size);
  while (size > 12 && pen.measureText(text).width > width) {
    size -= 2;
    choose(pen, look, 'ink', 600, size);
  }
  pen.fillText(text, x, y);
}
