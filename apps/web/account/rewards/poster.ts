import {
  POSTER_HEIGHT,
  POSTER_WIDTH,
  type PosterLook,
  type PosterWords,
  paintPoster,
} from './paint-poster.ts';

/** Dots of the picture for one of the drawing's: it is printed and enlarged. */
const SCALE = 2;

/** Draws a poster with the link as a QR code, and returns it as a PNG. It is drawn here: nobody else gets the link. */
export async function drawPoster(words: PosterWords): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SCALE * POSTER_WIDTH;
  canvas.height = SCALE * POSTER_HEIGHT;
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  const look = dayLook();
  // a canvas takes the next family for one that has not been loaded
  await Promise.all([400, 600].map((weight) => document.fonts.load(`${weight} 20px ${look.family}`)));
  pen.scale(SCALE, SCALE);
  paintPoster(pen, words, look);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** The pages' own colours by day, whatever theme is chosen: paper is white. */
function dayLook(): PosterLook {
  const probe = document.createElement('span');
  probe.dataset.theme = 'day';
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const look = {
    family: getComputedStyle(document.body).fontFamily,
    paper: token('paper'),
    line: token('line'),
    ink: token('ink'),
    quiet: token('ink-2'),
    label: token('ink-3'),
    seal: token('seal'),
  };
  probe.remove();
  return look;
}
