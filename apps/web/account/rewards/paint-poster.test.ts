import { loadCustomerRoom, locales } from '@candor/i18n';
import { expect, it } from 'vitest';
import { type Pen, POSTER_HEIGHT, POSTER_WIDTH, paintPoster } from './paint-poster.ts';

const LOOK = {
  family: 'Inter',
  paper: 'paper',
  line: 'line',
  ink: 'ink',
  quiet: 'quiet',
  label: 'label',
  seal: 'seal',
};
const LINK = 'https://exchange.candor.example/user/register?invite_code=K7Q2M9XPAB34';

interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly colour: unknown;
}

type Noting = Record<string, unknown> & { font: string; fillStyle: unknown; strokeStyle: unknown };

/** A pen that notes what it writes; wide scripts take their whole size, others six tenths of it. */
function notingPen() {
  const written: Written[] = [];
  const strokes: unknown[] = [];
  const sizeOf = (font: string) => Number(/(\d+)px/.exec(font)?.[1]);
  const widthOf = (text: string): number =>
    [...text].reduce((sum, sign) => sum + sizeOf(pen.font) * (sign > '\u2e80' ? 1 : 0.6), 0);
  const pen: Noting = {
    font: '',
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    lineCap: 'butt',
    lineJoin: 'miter',
    measureText: (text: string) => ({ width: widthOf(text) }),
    fillText: (text: string, x: number, y: number) =>
      void written.push({ text, x, y, width: widthOf(text), colour: pen.fillStyle }),
    fillRect: () => {},
    beginPath: () => {},
    roundRect: () => {},
    moveTo: () => {},
    lineTo: () => {},
    stroke: () => void strokes.push(pen.strokeStyle),
  };
  return { pen: pen as unknown as Pen, written, strokes };
}

it.each(locales)('keeps every word of the poster within it in %s', async (locale) => {
  const rewards = await loadCustomerRoom(locale, 'rewards');
  const generation = rewards['rewards.generation']!;
  const words = {
    title: rewards['rewards.poster.title']!,
    codeLabel: rewards['rewards.code']!,
    code: 'K7Q2M9XPAB34',
    linkLabel: rewards['rewards.link']!,
    link: LINK,
    shares: ['20%', '10%', '5%'].map((share, at) => ({
      label: generation.replace('{generation}', String(at + 1)),
      share,
    })),
    terms: rewards['rewards.poster.terms']!,
  };
  const { pen, written, strokes } = notingPen();
  paintPoster(pen, words, LOOK);
  for (const { text, x, y, width } of written) {
    expect(x + width, text).toBeLessThanOrEqual(POSTER_WIDTH);
    expect(y, text).toBeLessThan(POSTER_HEIGHT - 16);
  }
  const joined = (colour: string) =>
    written
      .filter((line) => line.colour === colour)
      .map(({ text }) => text)
      .join('');
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  // the link and the terms whole, line by line
  expect(bare(joined('quiet'))).toBe(bare(LINK + words.terms));
  expect(bare(joined('ink'))).toBe(bare(`Candor${words.title}20%10%5%${words.code}`));
  expect(written.filter(({ colour }) => colour === 'label')).toHaveLength(5);
  // the mark, in its own colour
  expect(strokes).toEqual(['seal', 'seal']);
  // no line stands on another
  const places = written.map(({ x, y }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(places.length);
  const terms = written.filter(({ colour }) => colour === 'quiet').map(({ y }) => y);
  expect(terms).toEqual(terms.toSorted((a, b) => a - b));
});
