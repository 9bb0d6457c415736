import sharp from 'sharp';
import { expect, it } from 'vitest';
import { SAME_PICTURE_BITS } from './fingerprint.ts';

const WIDTHS = [240, 300, 360, 540, 720, 1080, 1440];
const QUALITIES = [30, 50, 85];

/** A payment as a bank shows it; words are blocks of letters' sizes, as machines have different typefaces. */
function page(lines: readonly (readonly [y: number, size: number, words: string])[]): Promise<Buffer> {
  const block = (y: number, size: number, letter: string, at: number) => {
    const code = letter.charCodeAt(0);
    const height = letter === ' ' ? 0 : size * (0.4 + (code % 7) / 12);
    const width = size * (0.25 + (code % 5) / 16);
    return `<rect x="${40 + at * size * 0.62}" y="${y - height}" width="${width}" height="${height}"/>`;
  };
  const words = lines.flatMap(([y, size, text]) => [...text].map((each, at) => block(y, size, each, at)));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1280">
    <rect width="720" height="1280" fill="#fff"/><rect width="720" height="120" fill="#184"/>
    ${words.join('')}<rect x="40" y="600" width="640" height="90" fill="#ddd"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const payment = (amount: string, day: string, to: string) =>
  page([
    [300, 70, `${amount} USD`],
    [400, 36, day],
    [480, 36, `To: ${to}`],
    [800, 30, 'Reference C-1001'],
  ]);

const distance = (a: string, b: string) => [...a].filter((bit, at) => bit !== b[at]).length;

it('a fingerprint is of one picture for copies of any usual size and quality, and of another for another payment', async () => {
  const original = await payment('250.00', '25 November 2026, 10:00', 'Candor Practice');
  const others = await Promise.all([
    payment('1,300.00', '24 November 2026, 18:41', 'Candor Practice'),
    payment('87.50', '3 March 2026, 9:12', 'Anna Weber'),
  ]);
  const copies = await Promise.all(
    WIDTHS.flatMap((width) =>
      QUALITIES.map((quality) => sharp(original).resize(width).jpeg({ quality }).toBuffer()),
    ),
  );
  // loaded after the pictures are drawn: from then on nothing but JPEG, PNG and WebP is decoded
  const { rewriteImage } = await import('./rewrite.ts');
  const bitsOf = async (bytes: Buffer) => (await rewriteImage(bytes, null)).fingerprint;
  const own = await bitsOf(original);
  expect(own).toMatch(/^[01]{1024}$/);
  for (const copy of copies) expect(distance(own, await bitsOf(copy))).toBeLessThanOrEqual(SAME_PICTURE_BITS);
  for (const other of others) expect(distance(own, await bitsOf(other))).toBeGreaterThan(SAME_PICTURE_BITS);
});
