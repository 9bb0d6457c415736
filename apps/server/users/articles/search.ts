import type { ArticleKind, Language } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { type Folded, fold, isUnspaced, runsOf, searchOf } from './tokens.ts';
import { type VisibleText, visibleTexts } from './visible.ts';

/** A part of a text, and whether it is what was searched. */
export interface TextPart {
  readonly text: string;
  readonly isHit: boolean;
}

export interface Hit {
  readonly row: VisibleText;
  readonly titleParts: TextPart[];
  readonly parts: TextPart[];
}

/** Texts that the database finds at most; the best of them are answered. */
const MOST_FOUND = 200;
/** Characters that an excerpt shows before and after its first hit. */
const BEFORE = 40;
const AFTER = 160;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Places of a folded text at which runs of a search stand, in order and apart from each other. */
function spansOf(folded: Folded, runs: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const run of runs) {
    for (let at = folded.text.indexOf(run); at >= 0; at = folded.text.indexOf(run, at + run.length)) {
      if (!isUnspaced(run) && at > 0 && /[\p{L}\p{N}]/u.test(folded.text[at - 1] as string)) continue;
      spans.push({ from: folded.places[at] as number, to: folded.places[at + run.length] as number });
    }
  }
  spans.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return spans.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

function partsOf(text: string, spans: readonly Span[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    if (from > at) parts.push({ text: text.slice(at, from), isHit: false });
    parts.push({ text: text.slice(from, to), isHit: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}

/** The text around the first hit. Cuts stand between characters. */
function excerptOf(text: string, first: number, runs: readonly string[]): TextPart[] {
  const start = text.lastIndexOf(' ', Math.max(0, first - BEFORE)) + 1;
  const from = first - start > BEFORE * 2 ? first - BEFORE : start;
  const wellFormed = text.slice(from, first + AFTER).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return partsOf(wellFormed, spansOf(fold(wellFormed), runs));
}

export interface SearchRequest {
  readonly query: string;
  readonly language: Language;
  readonly kind: ArticleKind | null;
  readonly size: number;
  readonly atMs: number;
  /** Writes the figures of a text. */
  readonly written: (text: string, row: VisibleText) => string;
}

/** Finds visible texts that hold all words of a query: those with them in the title first, then those that hold them most often. */
export async function search(db: Db, request: SearchRequest): Promise<Hit[]> {
  const { query, language, kind, size, atMs, written } = request;
  const runs = [...new Set(runsOf(fold(query).text))];
  const asked = searchOf(runs);
  if (asked === null) return [];
  const ofKind = kind === null ? sql`true` : sql`article.kind = ${kind}`;
  const rows = await visibleTexts(db, {
    atMs,
    language,
    where: sql`text.tokens @@ ${asked}::tsquery and ${ofKind}`,
    order: 'newest',
    limit: MOST_FOUND,
  });
  const found = rows.flatMap((row) => {
    const { title } = row;
    const plain = written(row.plain, row);
    // each text is folded once: that is most of what a search costs
    const [head, text] = [fold(title), fold(plain)];
    // pairs of characters may stand apart: the run itself must be there
    if (!runs.every((run) => head.text.includes(run) || text.text.includes(run))) return [];
    const inTitle = runs.filter((run) => head.text.includes(run)).length;
    const spans = spansOf(text, runs);
    const first = spans[0]?.from ?? 0;
    return [{ row, plain, head, first, score: inTitle * 1_000 + Math.min(spans.length, 999) }];
  });
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, size)
    .map(({ row, plain, head, first }) => ({
      row,
      titleParts: partsOf(row.title, spansOf(head, runs)),
      parts: excerptOf(plain, first, runs),
    }));
}
