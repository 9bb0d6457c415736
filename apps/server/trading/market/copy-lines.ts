import type { PastCandles } from '../../prices/feeds/index.ts';

/**
 * Candles as lines of PostgreSQL's COPY in its text format, a piece at a time. Of several that a source gives for the
 * same time the first counts.
 */
export async function* copyLines(source: string, pieces: AsyncIterable<PastCandles>): AsyncGenerator<string> {
  const seen = new Map<string, Set<number>>();
  for await (const { symbol, interval, candles } of pieces) {
    const place = [source, symbol, interval].map(escaped).join('\t');
    const times = seen.get(place) ?? new Set();
    seen.set(place, times);
    let lines = '';
    for (const { openMs, open, high, low, close, volume, quoteVolume } of candles) {
      if (times.has(openMs)) continue;
      times.add(openMs);
      // PostgreSQL reads the exponent exactly, and faster than we would place the point.
      lines += `${place}\t${openMs}\t${open}e-8\t${high}e-8\t${low}e-8\t${close}e-8\t${volume}e-8\t${quoteVolume}e-8\n`;
    }
    yield lines;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (sign) => `\\${sign}`);
}
