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
