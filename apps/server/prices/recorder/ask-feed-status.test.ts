import { expect, it } from 'vitest';
import { createBus } from '../../base/bus/index.ts';
import type { FeedStatus } from '../feeds/index.ts';
import { askFeedStatus } from './ask-feed-status.ts';
import { SUBJECTS } from './stream.ts';

const venues = [{ venueId: 1, name: 'A', connected: true }];
const status: FeedStatus = {
  kind: 'replay',
  phase: 'running',
  note: 'plays',
  marketTimeMs: 5,
  round: 2,
  venues,
};
const unknown: FeedStatus = { ...status, kind: 'live', venues: [] };
const lost = { phase: 'stalled', note: 'The recorder does not answer' };

it('tells what the recorder says, and without it what it last said, as stalled', async () => {
  const bus = createBus(() => {});
  const ask = askFeedStatus(bus, () => unknown);
  expect(await ask()).toEqual({ ...unknown, ...lost });
  const end = bus.respond(SUBJECTS.head, () => ({ status }));
  expect(await ask()).toEqual(status);
  end();
  expect(await ask()).toEqual({ ...status, ...lost, venues: [{ ...venues[0], connected: false }] });
});
