/**
 * The part of MQTT 3.1.1 that a reader of one topic needs: connect, subscribe, ping, and what the broker sends to it at
 * QoS 0. Bytes only: no socket, no timer.
 */

const CONNECT = 0x10;
const SUBSCRIBE = 0x82;
const PINGREQ = 0xc0;
const CONNACK = 2;
const PUBLISH = 3;
const SUBACK = 9;
const PINGRESP = 13;
/** User name, password and a clean session. */
const CONNECT_FLAGS = 0b1100_0010;
const REFUSED = 0x80;
/** A length takes at most four bytes of seven bits. */
const LENGTH_BYTES = 4;

/** A packet of the broker, as far as a reader minds. */
export type BrokerPacket =
  | { readonly type: 'connected'; readonly accepted: boolean }
  | { readonly type: 'subscribed'; readonly accepted: boolean }
  | { readonly type: 'message'; readonly topic: string; readonly payload: string }
  | { readonly type: 'pong' };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function text(value: string): number[] {
  const bytes = bytesOf(value);
  return [bytes.length >> 8, bytes.length & 0xff, ...bytes];
}

function packet(head: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  let rest = body.length;
  do {
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Uint8Array.from([head, ...length, ...body]);
}

/** Opens a clean session; the client id is empty, as the broker gives one. */
export function connectPacket(
  user: string,
  password: string,
  keepaliveSeconds: number,
): Uint8Array<ArrayBuffer> {
  const keepalive = [keepaliveSeconds >> 8, keepaliveSeconds & 0xff];
  const head = [...text('MQTT'), 4, CONNECT_FLAGS, ...keepalive];
  return packet(CONNECT, [...head, ...text(''), ...text(user), ...text(password)]);
}

/** Subscribes to a topic at QoS 0. */
export const subscribePacket = (topic: string): Uint8Array<ArrayBuffer> =>
  packet(SUBSCRIBE, [0, 1, ...text(topic), 0]);

export const pingPacket = (): Uint8Array<ArrayBuffer> => packet(PINGREQ, []);

function read(head: number, body: Uint8Array): BrokerPacket | null {
  switch (head >> 4) {
    case CONNACK:
      return { type: 'connected', accepted: body[1] === 0 };
    case SUBACK:
      return { type: 'subscribed', accepted: body[2] !== undefined && (body[2] & REFUSED) === 0 };
    case PINGRESP:
      return { type: 'pong' };
    case PUBLISH: {
      const topicLength = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
      const decoder = new TextDecoder();
      const topic = decoder.decode(body.subarray(2, 2 + topicLength));
      // QoS 0 alone: no packet id stands between topic and payload
      return { type: 'message', topic, payload: decoder.decode(body.subarray(2 + topicLength)) };
    }
    default:
      return null;
  }
}

/** Makes a reader that takes bytes as they come and returns the packets that they complete. @throws at a length that is none */
export function packetReader(): (bytes: Uint8Array) => BrokerPacket[] {
  let kept = new Uint8Array();
  return (bytes) => {
    const all = new Uint8Array(kept.length + bytes.length);
    all.set(kept);
    all.set(bytes, kept.length);
    const packets: BrokerPacket[] = [];
    let at = 0;
    for (;;) {
      let length = 0;
      let place = 1;
      for (; ; place += 1) {
        const byte = all[at + place];
        if (byte === undefined) break;
        if (place > LENGTH_BYTES) throw new Error('malformed packet');
        length |= (byte & 0x7f) << (7 * (place - 1));
        if ((byte & 0x80) === 0) break;
      }
      const begin = at + place + 1;
      if (all[at + place] === undefined || begin + length > all.length) break;
      const found = read(all[at] as number, all.subarray(begin, begin + length));
      if (found !== null) packets.push(found);
      at = begin + length;
    }
    kept = all.slice(at);
    return packets;
  };
}
