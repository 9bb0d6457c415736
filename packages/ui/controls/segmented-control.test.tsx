import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SegmentedControl } from './segmented-control.tsx';

const shown = (error?: string) =>
  renderToStaticMarkup(
    <SegmentedControl
      label="Side"
      value=""
      onValueChange={() => {}}
      segments={[{ value: 'buy', label: 'Buy' }]}
      error={error}
    />,
  );

it('stands in the same frame with and without an error, so that it keeps the focus when the error goes', () => {
  const choiceIn = (html: string) => /^<div[^>]*><div[^>]*role="radiogroup"/.test(html);
  expect(choiceIn(shown('Choose a side'))).toBe(true);
  expect(choiceIn(shown())).toBe(true);
  expect(shown('Choose a side')).toContain('role="alert"');
  expect(shown()).not.toContain('role="alert"');
});
