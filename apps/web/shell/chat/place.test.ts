import { CHAT_TOP_PX } from '@candor/products';
import { expect, it } from 'vitest';
import { placeAfterKey, placeWithin, readPlace } from './place.ts';

const box = { width: 360, height: 500 };
const view = { width: 1440, height: 900 };

it('stays inside the window, and 64 px below its top', () => {
  expect(placeWithin({ right: 20, bottom: 30 }, box, view)).toEqual({ right: 20, bottom: 30 });
  expect(placeWithin({ right: -50, bottom: -1 }, box, view)).toEqual({ right: 0, bottom: 0 });
  const far = placeWithin({ right: 5_000, bottom: 5_000 }, box, view);
  expect(far.right + box.width).toBe(view.width);
  expect(view.height - far.bottom - box.height).toBe(CHAT_TOP_PX);
  expect(CHAT_TOP_PX).toBe(64);
});

it('comes back into a window that became smaller, and keeps its edges where it has no room', () => {
  const phone = { width: 390, height: 700 };
  expect(placeWithin({ right: 1_000, bottom: 300 }, box, phone)).toEqual({ right: 30, bottom: 136 });
  expect(placeWithin({ right: 9, bottom: 9 }, box, { width: 300, height: 400 })).toEqual({
    right: 0,
    bottom: 0,
  });
});

it('moves by arrows, further with Shift, and by no other key', () => {
  const place = { right: 100, bottom: 100 };
  expect(placeAfterKey(place, 'ArrowLeft', false)).toEqual({ right: 116, bottom: 100 });
  expect(placeAfterKey(place, 'ArrowRight', true)).toEqual({ right: 36, bottom: 100 });
  expect(placeAfterKey(place, 'ArrowUp', false)).toEqual({ right: 100, bottom: 116 });
  expect(placeAfterKey(place, 'ArrowDown', false)).toEqual({ right: 100, bottom: 84 });
  expect(placeAfterKey(place, 'Enter', false)).toBeNull();
});

it('reads a kept place, and nothing else', () => {
  expect(readPlace({ right: 3, bottom: 4, more: 1 })).toEqual({ right: 3, bottom: 4 });
  for (const kept of [null, 7, {}, { right: '3', bottom: 4 }, { right: Number.NaN, bottom: 1 }])
    expect(readPlace(kept)).toBeNull();
});
