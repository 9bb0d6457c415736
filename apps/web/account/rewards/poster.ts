import { encode } from 'uqr';

const WIDTH = 720;
const HEIGHT = 1080;
const MARGIN = 72;

/** Words on a poster. */
export interface PosterWords {
  readonly title: string;
  readonly code: string;
  readonly link: string;
}

/** Draws a poster with the link as a QR code, and returns it as a PNG. It is drawn here: nobody else gets the link. */
export function drawPoster({ title, code, link }: PosterWords): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (pen === null) return Promise.resolve(null);
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = 'black';
  pen.font = '600 44px sans-serif';
  pen.fillText('Candor', MARGIN, 120);
  pen.fillRect(MARGIN, 152, WIDTH - 2 * MARGIN, 1);
  pen.font = '28px sans-serif';
  const below = writeLines(pen, title, 210);
  drawCode(pen, link, Math.max(below, 300));
  pen.font = '600 44px sans-serif';
  pen.fillText(code, MARGIN, 980);
  pen.font = '16px sans-serif';
  pen.fillText(link, MARGIN, 1020, WIDTH - 2 * MARGIN);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Breaks a text into lines that fit, at spaces or, in scripts without them, between signs. Returns the next line's place. */
function writeLines(pen: CanvasRenderingContext2D, title: string, from: number): number {
  let line = '';
  let y = from;
  const parts = title.includes(' ') ? title.split(/(?<= )/) : [...title];
  for (const part of parts) {
    if (pen.measureText(line + part).width > WIDTH - 2 * MARGIN) {
      pen.fillText(line, MARGIN, y);
      y += 42;
      line = '';
    }
    line += part;
  }
  pen.fillText(line, MARGIN, y);
  return y + 42;
}

function drawCode(pen: CanvasRenderingContext2D, link: string, top: number): void {
  const { size, data } = encode(link, { border: 2 });
  const cell = Math.floor((WIDTH - 2 * MARGIN) / size);
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      if (dark) pen.fillRect(MARGIN + x * cell, top + y * cell, cell, cell);
}
