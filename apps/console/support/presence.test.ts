import { DESK_AWAY_MS } from '@candor/api';
import { expect, it } from 'vitest';
import { createPresence, followInput } from './presence.ts';

const MINUTE_MS = 60_000;

function presenceAt() {
  const clock = { nowMs: 1_000 };
  return { clock, presence: createPresence(3_000, () => clock.nowMs) };
}

it('says that somebody is here for a minute after the last input, and no longer', () => {
  const { clock, presence } = presenceAt();
  expect(presence.word()).toBe('yes');
  clock.nowMs += MINUTE_MS - 1;
  expect(presence.word()).toBe('yes');
  clock.nowMs += 1;
  expect(presence.word()).toBe('no');
  presence.input();
  expect(presence.word()).toBe('yes');
});

it('polls more slowly while nothing is touched, and not at all once the operator counts as gone', () => {
  const { clock, presence } = presenceAt();
  const often = presence.refreshMs();
  clock.nowMs += MINUTE_MS;
  const seldom = presence.refreshMs();
  expect(often).toBeLessThan(seldom as number);
  clock.nowMs += DESK_AWAY_MS - MINUTE_MS;
  expect(presence.refreshMs()).toBe(false);
  presence.input();
  expect(presence.refreshMs()).toBe(often);
});

it.each(['pointerdown', 'pointermove', 'wheel', 'keydown'])(
  'hears %s, and asks again after quiet alone',
  (name) => {
    const { clock, presence } = presenceAt();
    const page = new EventTarget();
    let asked = 0;
    const stop = followInput(page, presence, () => {
      asked += 1;
    });
    page.dispatchEvent(new Event(name));
    expect(asked).toBe(0);
    clock.nowMs += DESK_AWAY_MS;
    // neither a look at the page nor a poll is an act of somebody
    page.dispatchEvent(new Event('focus'));
    expect(presence.isPresent()).toBe(false);
    page.dispatchEvent(new Event(name));
    page.dispatchEvent(new Event(name));
    expect(asked).toBe(1);
    expect(presence.isPresent()).toBe(true);
    stop();
    clock.nowMs += DESK_AWAY_MS;
    page.dispatchEvent(new Event(name));
    expect(presence.isPresent()).toBe(false);
  },
);
