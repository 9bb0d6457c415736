/** The packets that a client which only reads may send; the type is the upper half of a packet's first byte. */
const CONNECT = 1;
const PUBLISH = 3;
const SUBSCRIBE = 8;
const UNSUBSCRIBE = 10;
const PINGREQ = 12;
const DISCONNECT = 14;

const BASE_COSTS: Readonly<Record<number, number>> = {
  [CONNECT]: 20,
  // The broker answers each with what a topic retains: the list of all tickers.
  [SUBSCRIBE]: 24,
  [UNSUBSCRIBE]: 4,
  [PINGREQ]: 1,
  [DISCONNECT]: 1,
};
/** The shortest topic takes 4 bytes, and as much of the broker's time as a ping. */
const BYTES_PER_TOPIC = 4;

/**
 * Follows the packets of one MQTT byte stream before the broker sees them. Reports one that is of a kind that clients
 * here never send, or announces more than `maxPacketBytes`: the parser would buffer it until it is whole, and MQTT
 * allows 256 MiB. Charges for each packet as soon as its header is there.
 */
export class MqttPacketGuard {
  readonly #maxPacketBytes: number;
  /** Bytes of the current packet's body still to come; null within its fixed header. */
  #bodyLeft: number | null = null;
  #headerBytes = 0;
  #type = 0;
  #length = 0;

  constructor(maxPacketBytes: number) {
    this.#maxPacketBytes = maxPacketBytes;
  }

  /**
   * Looks at the next bytes of the stream. `charge` gets the cost of each packet in units and says whether the client
   * has so much. `publish` is what no client may here. Anything but `taken` means that the stream must be cut before the broker gets these bytes.
   */
  accept(chunk: Uint8Array, charge: (cost: number) => boolean): 'taken' | 'malformed' | 'publish' | 'flood' {
    for (let at = 0; at < chunk.length; ) {
      if (this.#bodyLeft !== null) {
        const taken = Math.min(this.#bodyLeft, chunk.length - at);
        at += taken;
        this.#bodyLeft -= taken;
        if (this.#bodyLeft === 0) this.#bodyLeft = null;
        continue;
      }
      const cost = this.#acceptHeaderByte(chunk[at]!);
      if (cost === null) return this.#type === PUBLISH ? 'publish' : 'malformed';
      if (cost > 0 && !charge(cost)) return 'flood';
      at += 1;
    }
    return 'taken';
  }

  /**
   * A fixed header is a type byte and a length of one to four bytes, seven bits each, the lowest first. The packet's
   * cost with its last byte, 0 before; null when it may not be.
   */
  #acceptHeaderByte(byte: number): number | null {
    const lengthByte = this.#headerBytes - 1;
    this.#headerBytes += 1;
    if (lengthByte < 0) {
      this.#type = byte >> 4;
      return this.#type in BASE_COSTS ? 0 : null;
    }
    this.#length += (byte & 0x7f) * 128 ** lengthByte;
    if (this.#length > this.#maxPacketBytes || (lengthByte === 3 && byte > 0x7f)) return null;
    if (byte > 0x7f) return 0;
    const listsTopics = this.#type === SUBSCRIBE || this.#type === UNSUBSCRIBE;
    const topics = listsTopics ? Math.ceil(this.#length / BYTES_PER_TOPIC) : 0;
    this.#bodyLeft = this.#length === 0 ? null : this.#length;
    this.#headerBytes = 0;
    this.#length = 0;
    return BASE_COSTS[this.#type]! + topics;
  }
}
