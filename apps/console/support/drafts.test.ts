import { afterEach, expect, it, vi } from 'vitest';
import { createConsole } from '../data/session.ts';
import { clearSent, deskDrafts, forgetDraftsAtEnd, setDraft } from './drafts.ts';

const session = { token: 'abc', name: 'ada', role: 'support', expiresAt: 2_000 } as const;
const textOf = (id: string) => deskDrafts.getState().drafts.get(id)?.text;

/** A console in which ada is signed in and has begun an answer; every call is answered with a status. */
function consoleWithDraft(status: number) {
  const answer = { code: status, success: false, data: null, msg: 'refused', errorCode: 'UNAUTHORIZED' };
  vi.stubGlobal('fetch', async () => Response.json(answer, { status }));
  const services = createConsole(() => 'en', { read: () => session, write() {} });
  const stop = forgetDraftsAtEnd(services);
  setDraft('7', 'about your passport', 3);
  return { services, stop };
}

afterEach(() => {
  vi.unstubAllGlobals();
  deskDrafts.setState({ drafts: new Map() });
});

it('clears what was sent, and keeps what was typed while it was being sent', () => {
  setDraft('7', 'hello', 3);
  setDraft('8', 'hello', 3);
  clearSent('7', 'hello');
  setDraft('8', 'hello again', 4);
  clearSent('8', 'hello');
  clearSent('9', 'hello');
  expect([...deskDrafts.getState().drafts]).toEqual([['8', { text: 'hello again', seen: 3 }]]);
});

it('forgets every draft when the operator signs out', async () => {
  const { services, stop } = consoleWithDraft(500);
  await services.signOut().catch(() => {});
  expect(services.store.getState().session).toBeNull();
  expect(textOf('7')).toBeUndefined();
  stop();
});

it('forgets every draft when the server no longer knows the session', async () => {
  const { services, stop } = consoleWithDraft(401);
  await expect(
    services.client.call('getSupportConversation', { params: { id: '7' }, query: {} }),
  ).rejects.toThrow();
  expect(services.store.getState().session).toBeNull();
  expect(textOf('7')).toBeUndefined();
  stop();
});

it('keeps the drafts while the same operator gets a newer token', () => {
  const { services, stop } = consoleWithDraft(500);
  services.signIn({ ...session, token: 'def' });
  expect(textOf('7')).toBe('about your passport');
  services.signIn({ ...session, name: 'bob' });
  expect(textOf('7')).toBeUndefined();
  stop();
});
