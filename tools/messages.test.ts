import { expect, it } from 'vitest';
import { isGenerated } from './messages.ts';

it('the list of rooms and ids is the one that the English folder gives', async () => {
  expect(await isGenerated(), 'run `npm run messages`').toBe(true);
});
