import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { KeptText } from './kept-text.tsx';

it('keeps the line breaks of a message whatever its cell does with them', () => {
  const html = renderToStaticMarkup(<KeptText words={'A subject\n\nHello,\nthis is line two.\n\nBye'} />);
  expect(html).toMatch(/<summary[^>]*>A subject<\/summary>/);
  // the breaks stand in an element that keeps them itself
  expect(html).toMatch(
    /<span class="[^"]*whitespace-pre-line[^"]*">Hello,\nthis is line two\.\n\nBye<\/span>/,
  );
  expect(renderToStaticMarkup(<KeptText words="One line" />)).toBe('One line');
});
