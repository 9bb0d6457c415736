import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { guardConnections } from './guard-connections.ts';

/** A connection from an address, as far as the guard looks at it. */
class Connection extends EventEmitter {
  readonly remoteAddress: string;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('connections', () => {
  const open = () => {
    const server = new EventEmitter();
    const options = {
      maxConnections: 1_000,
      maxPerAddress: 3,
      isProxy: () => false,
      doors: 1,
      onError: () => {},
      now: () => 0,
    };
    guardConnections(server as unknown as Server, options);
    const connect = (address: string): Connection => {
      const connection = new Connection(address);
      server.emit('connection', connection);
      return connection;
    };
    const staying = (addresses: readonly string[]) =>
      addresses.map(connect).filter((each) => !each.destroyed);
    return { connect, staying };
  };
  const networks = (of: string) => Array.from({ length: 60 }, (_, n) => `${of}:${n.toString(16)}::1`);

  it('of one IPv6 network are as many as of an address, of one site eight times as many', () => {
    const { staying } = open();
    expect(staying(Array.from({ length: 20 }, (_, n) => `2001:db8:1:1::${n}`))).toHaveLength(3);
    expect(staying(networks('2001:db8:2'))).toHaveLength(3 * 8);
    expect(staying(networks('2001:db8:3'))).toHaveLength(3 * 8);
  });

  it('that end make room for others, of the network and of the site', () => {
    const { connect, staying } = open();
    const [first] = staying(networks('2001:db8:2'));
    expect(connect('2001:db8:2:ff::1').destroyed).toBe(true);
    first!.destroy();
    expect(connect('2001:db8:2:ff::1').destroyed).toBe(false);
    expect(connect('2001:db8:2:ff::1').destroyed).toBe(true);
  });

  it('outlive an error of their own', () => {
    const { connect } = open();
    expect(() => connect('203.0.113.1').emit('error', new Error('reset'))).not.toThrow();
  });
});
