import { expect, it } from 'vitest';
import { staysInField } from './text-field.tsx';

it('takes a press on what stands in a field for no leave of it', () => {
  const button = {} as Element;
  const frame = { contains: (node: unknown) => node === button };
  const input = { closest: (selector: string) => (selector === '[data-target]' ? frame : null) };
  const goesTo = (relatedTarget: Element | null) =>
    staysInField({ currentTarget: input as unknown as Element, relatedTarget });
  expect(goesTo(button)).toBe(true);
  expect(goesTo({} as Element)).toBe(false);
  expect(goesTo(null)).toBe(false);
});
