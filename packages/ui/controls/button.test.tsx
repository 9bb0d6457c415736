import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { IconButton } from './button.tsx';

const shown = (focusableWhenDisabled: boolean) =>
  renderToStaticMarkup(
    <IconButton label="Zoom in" disabled focusableWhenDisabled={focusableWhenDisabled}>
      +
    </IconButton>,
  );

it('keeps a button that its own press disables in reach of the keyboard, and says that it is off', () => {
  expect(shown(true)).toContain('aria-disabled="true"');
  expect(shown(true)).not.toMatch(/ disabled=/);
  expect(shown(false)).toMatch(/ disabled=/);
});
