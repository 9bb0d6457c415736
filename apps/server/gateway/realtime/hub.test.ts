import { describe, expect, it } from 'vitest';
import { CATCH_UP_BYTES, createHub, type HubChannel } from './hub.ts';

/** A channel of numbered messages whose state is the last one. */
function numbered(name: string) {
  let last = 0;
  let unsent: number[] = [];
  let passed = 0;
  const frame = (n: number) => Buffer.from(`${name}${n} `);
  const channel: HubChannel = {
    name,
    takeFrames() {
      const frames = unsent.map(frame);
      unsent = [];
      return frames;
    },
    pass() {
      passed += 1;
      unsent = [];
    },
    mark: () => last - unsent.length,
    catchUp: (since) => (last > since ? Buffer.from(`${name}@${last}<${since} `) : null),
  };
  return {
    ...channel,
    channel,
    passed: () => passed,
    push() {
      last += 1;
      unsent.push(last);
    },
  };
}

function socket() {
  const writes: Buffer[] = [];
  return {
    behind: false,
    writes,
    text: () => writes.map(String),
    write(frames: Buffer) {
      writes.push(frames);
      return true;
    },
  };
}

describe('hub', () => {
  it('writes the frames of channels that somebody hears, and passes those of the others', () => {
    const hub = createHub({ conflated: 0 });
    const [heard, unheard] = [numbered('a'), numbered('b')];
    for (const { channel } of [heard, unheard]) hub.add(channel);
    const s = socket();
    const client = hub.connect(s);
    client.subscribe(heard.channel);
    for (const { push } of [heard, unheard]) push();
    hub.flush();
    expect(s.text()).toEqual(['a1 ']);
    expect([heard.passed(), unheard.passed()]).toEqual([0, 1]);
    client.subscribe(unheard.channel);
    unheard.push();
    hub.flush();
    expect(s.text()).toEqual(['a1 ', 'b@1<0 ', 'b2 ']);
  });

  it('sends state on subscribing, then one write a flush with all frames in order', () => {
    const hub = createHub({ conflated: 0 });
    const [a, b] = [numbered('a'), numbered('b')];
    for (const { channel } of [a, b]) hub.add(channel);
    a.push();
    hub.flush();
    const s = socket();
    const client = hub.connect(s);
    client.subscribe(a.channel);
    client.subscribe(b.channel);
    b.push();
    a.push();
    a.push();
    hub.flush();
    hub.flush();
    expect(s.text()).toEqual(['a@1<0 ', 'a2 a3 b1 ']);
  });

  it('joins the frames once for all clients with the same channels', () => {
    const hub = createHub({ conflated: 0 });
    const [a, b] = [numbered('a'), numbered('b')];
    for (const { channel } of [a, b]) hub.add(channel);
    const sockets = [socket(), socket(), socket()];
    const clients = sockets.map((s) => hub.connect(s));
    for (const client of clients) client.subscribe(a.channel);
    for (const client of clients.slice(0, 2)) client.subscribe(b.channel);
    a.push();
    b.push();
    hub.flush();
    expect(sockets.map((s) => s.text())).toEqual([['a1 b1 '], ['a1 b1 '], ['a1 ']]);
    expect(sockets[0]!.writes[0]).toBe(sockets[1]!.writes[0]);
  });

  it('holds back from a client that is behind and catches it up from where it was', () => {
    const counters = { conflated: 0 };
    const hub = createHub(counters);
    const [a, b] = [numbered('a'), numbered('b')];
    for (const { channel } of [a, b]) hub.add(channel);
    const s = socket();
    const client = hub.connect(s);
    client.subscribe(a.channel);
    client.subscribe(b.channel);
    a.push();
    hub.flush();
    s.behind = true;
    for (let n = 0; n < 5; n++) {
      a.push();
      hub.flush();
    }
    client.drained();
    expect(s.text()).toEqual(['a1 ']);
    s.behind = false;
    client.drained();
    a.push();
    hub.flush();
    expect(s.text()).toEqual(['a1 ', 'a@6<1 ', 'a7 ']);
    expect(counters.conflated).toBe(5);
  });

  it('keeps a channel missed while its state does not fit, and stops at unsubscribe and close', () => {
    const hub = createHub({ conflated: 0 });
    const a = numbered('a');
    hub.add(a.channel);
    a.push();
    hub.flush();
    const s = socket();
    s.behind = true;
    const client = hub.connect(s);
    client.subscribe(a.channel);
    a.push();
    hub.flush();
    s.behind = false;
    client.drained();
    expect(s.text()).toEqual(['a@2<0 ']);
    client.unsubscribe(a.channel);
    a.push();
    hub.flush();
    client.subscribe(a.channel);
    client.close();
    a.push();
    hub.flush();
    expect(s.text()).toEqual(['a@2<0 ', 'a@3<0 ']);
    expect(hub.subscriptionCount()).toBe(0);
  });

  it('sends nothing while out of step, and everybody the new state afterwards', () => {
    let inStep = true;
    const hub = createHub({ conflated: 0 }, () => inStep);
    const a = numbered('a');
    hub.add(a.channel);
    const [early, late] = [socket(), socket()];
    hub.connect(early).subscribe(a.channel);
    a.push();
    hub.flush();
    inStep = false;
    a.push();
    hub.flush();
    const client = hub.connect(late);
    client.subscribe(a.channel);
    client.drained();
    expect([early.text(), late.text()]).toEqual([['a1 '], []]);
    inStep = true;
    hub.restart();
    a.push();
    hub.flush();
    expect([early.text(), late.text()]).toEqual([
      ['a1 ', 'a@2<0 ', 'a3 '],
      ['a@2<0 ', 'a3 '],
    ]);
  });

  it('sends the rest nothing old that it went out of step before, in the midst of a flush', () => {
    let inStep = true;
    const hub = createHub({ conflated: 0 }, () => inStep);
    const a = numbered('a');
    hub.add(a.channel);
    const [early, late] = [socket(), socket()];
    for (const s of [early, late]) hub.connect(s).subscribe(a.channel);
    const write = early.write;
    early.write = (frames) => {
      inStep = false;
      return write(frames);
    };
    a.push();
    hub.flush();
    expect([early.text(), late.text()]).toEqual([['a1 '], []]);
    inStep = true;
    early.write = write;
    hub.restart();
    expect(late.text()).toEqual(['a@1<0 ']);
  });

  it('sends so many bytes of states between two flushes, and the others theirs after the next', () => {
    const hub = createHub({ conflated: 0 });
    const half = { ...numbered('a').channel, catchUp: () => Buffer.alloc(CATCH_UP_BYTES / 2) };
    hub.add(half);
    const sockets = [socket(), socket(), socket()];
    for (const s of sockets) hub.connect(s).subscribe(half);
    const sent = () => sockets.map(({ writes }) => writes.length);
    expect(sent()).toEqual([1, 1, 0]);
    hub.flush();
    expect(sent()).toEqual([1, 1, 1]);
  });

  it('refuses a channel that it does not carry', () => {
    const hub = createHub({ conflated: 0 });
    expect(() => hub.connect(socket()).subscribe(numbered('x').channel)).toThrow('not of this hub');
  });
});
