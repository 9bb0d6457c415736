import { expect, it } from 'vitest';
import { plainMarkdown } from './markdown.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

it('finds the words and the images that a page shows beside HTML', () => {
  const read = plainMarkdown(`<div>\n![x](/api/common/articleImage/${ID})\nWait **here**\n</div>`);
  expect(read).toEqual({ plain: '<div> Wait here </div>', images: [ID] });
});

it('reads no text that is nested too deep, which pages show as it was typed', () => {
  const deep = '> '.repeat(20_000);
  expect(plainMarkdown(deep)).toEqual({ plain: deep.trim(), images: [] });
});

it.each([
  ['a heading', '## Fees\n\nThe fees are low.\nAnd stay.', 'Fees · The fees are low. And stay.'],
  ['a heading that is a sentence', '# 手续费？\n\n很低。', '手续费？ 很低。'],
  ['sentences', 'One.\n\n“Two.”\n\nThree', 'One. “Two.” Three'],
  ['items', 'Bring:\n\n- a card\n- **a** photo\n\n1. then wait', 'Bring: a card · a photo · then wait'],
  ['cells', '| Coin | Fee |\n| - | - |\n| BTC | 1 |', 'Coin · Fee · BTC · 1'],
  ['code and quotes', '> said\n\n```\ncode\n```\nend', 'said · code · end'],
  ['a line that was broken', 'one  \ntwo', 'one two'],
  ['Thai', '# ค่าธรรมเนียม\n\nต่ำมาก', 'ค่าธรรมเนียม · ต่ำมาก'],
  ['nothing', '', ''],
])('tells %s from what follows', (_, markdown, plain) => {
  expect(plainMarkdown(markdown).plain).toBe(plain);
});
