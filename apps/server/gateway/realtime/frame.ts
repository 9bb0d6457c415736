/** The WebSocket frame (RFC 6455) of one unmasked text message, built once and written to many sockets as it is. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = 0x81;
  if (headerBytes === 2) {
    frame[1] = length;
  } else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes);
  return frame;
}

export const jsonFrame = (message: unknown): Buffer => textFrame(JSON.stringify(message));

/** A ping control frame: every WebSocket client answers it by itself. */
export const PING_FRAME = Buffer.from([0x89, 0x00]);

/** A pong control frame for a ping's payload (at most 125 bytes). */
export function pongFrame(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x8a, payload.length]), payload]);
}
