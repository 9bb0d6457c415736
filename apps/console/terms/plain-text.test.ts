import { describe, expect, it } from 'vitest';
import { plainOf, sectionsOf } from './plain-text.ts';

const sections = [
  { heading: 'Prices', text: ['One paragraph.', 'Another one.'] },
  { heading: 'Fees', text: ['All are shown.'] },
];

describe('the text of terms as operators edit it', () => {
  it('is read as it was written', () => {
    expect(sectionsOf(plainOf({ title: 'Terms', sections }))).toEqual(sections);
  });

  it('joins the lines of a paragraph', () => {
    expect(sectionsOf('# Prices\n\nOne\nparagraph.')).toEqual([
      { heading: 'Prices', text: ['One paragraph.'] },
    ]);
  });

  it.each(['', 'No heading.', '# Only a heading', '# One\n\n# Two\n\nText'])('refuses %j', (plain) => {
    expect(sectionsOf(plain)).toBeNull();
  });
});
