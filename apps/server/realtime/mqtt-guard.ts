/**
 * Follows the packets of one MQTT byte stream and tells when one announces more than `maxPacketBytes`: the parser
 * would buffer it until it is whole, and MQTT allows 256 MiB.
 */
export class MqttPacketGuard {
  readonly #maxPacketBytes: number;
  /** Bytes of the current packet's body still to come; null within its fixed header. */
  #bodyLeft: number | null = null;
  #headerBytes = 0;
  #length = 0;

  constructor(maxPacketBytes: number) {
    this.#maxPacketBytes = maxPacketBytes;
  }

  /** False when the stream must be cut: a packet too long, or a length that is none. */
  accept(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#bodyLeft !== null) {
        const taken = Math.min(this.#bodyLeft, chunk.length - at);
        at += taken;
        this.#bodyLeft -= taken;
        if (this.#bodyLeft === 0) this.#bodyLeft = null;
        continue;
      }
      if (!this.#acceptHeaderByte(chunk[at]!)) return false;
      at += 1;
    }
    return true;
  }

  /** A fixed header is a type byte and a length of one to four bytes, seven bits each, the lowest first. */
  #acceptHeaderByte(byte: number): boolean {
    const lengthByte = this.#headerBytes - 1;
    this.#headerBytes += 1;
    if (lengthByte < 0) return true;
    this.#length += (byte & 0x7f) * 128 ** lengthByte;
    if (this.#length > this.#maxPacketBytes || (lengthByte === 3 && byte > 0x7f)) return false;
    if (byte <= 0x7f) {
      this.#bodyLeft = this.#length === 0 ? null : this.#length;
      this.#headerBytes = 0;
      this.#length = 0;
    }
    return true;
  }
}
