import { deserialize, serialize } from 'node:v8';

/** The version of the wire. The hub and its clients must use the same one. */
export const WIRE_VERSION = 3;

/** Frame kinds. These numbers are the wire format. */
export const Kind = {
  /** From a client: `a` is its version; `b` is 1 if a mark a second is enough for it. */
  hello: 1,
  welcome: 2,
  /** From the hub: it uses another version, given in `a`. */
  refused: 3,
  subscribe: 4,
  unsubscribe: 5,
  publish: 6,
  respond: 7,
  unrespond: 8,
  /** `a` is the request's number, `b` the requester's timeout in ms. */
  request: 9,
  /** `a` is the request's number, `b` a Status. */
  answer: 10,
  /** From a client: the hub returns `a` in a pong, after everything queued for this client. */
  ping: 11,
  pong: 12,
  /** From the hub: several messages, as an array of subjects and messages. */
  bundle: 13,
  /** From the hub: the time on the machine's clock at which it had sent everything before this, in ms as a double. */
  mark: 14,
} as const;
export type FrameKind = (typeof Kind)[keyof typeof Kind];

/** The result of a request. */
export const Status = { done: 0, failed: 1, nobody: 2, lost: 3, timedOut: 4 } as const;

export interface Frame {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  readonly subject: string;
  readonly body: Buffer;
}

/** Bytes of the frame's length, which comes first and does not count itself, and of the kind. */
const FRAME_BYTES = 5;
/** Bytes of `a`, `b` and the subject's length, with which the body of each frame begins. */
const HEAD_BYTES = 10;
/** The shortest frame: a kind and a head. */
export const LEAST_FRAME_BYTES = 1 + HEAD_BYTES;
/** The longest frame that the hub accepts from a client, in bytes. */
export const MAX_FRAME_BYTES = 32 * 1024 * 1024;
const nothing = Buffer.alloc(0);

export function encodeFrame(kind: FrameKind, a = 0, b = 0, subject = '', body: Buffer = nothing): Buffer {
  const name = Buffer.byteLength(subject);
  const frame = Buffer.allocUnsafe(FRAME_BYTES + HEAD_BYTES + name + body.length);
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32LE(a, 5);
  frame.writeUInt32LE(b, 9);
  frame.writeUInt16LE(name, 13);
  frame.write(subject, FRAME_BYTES + HEAD_BYTES, 'utf8');
  body.copy(frame, FRAME_BYTES + HEAD_BYTES + name);
  return frame;
}

/** Reads what a frame of the line holds. Throws RangeError if the bytes are not a frame of the bus. */
export function decodeFrame(kind: number, bytes: Buffer): Frame {
  if (bytes.length < HEAD_BYTES) throw new RangeError(`a frame of ${bytes.length} bytes`);
  const name = bytes.readUInt16LE(8);
  if (HEAD_BYTES + name > bytes.length) throw new RangeError('a subject longer than its frame');
  return {
    kind,
    a: bytes.readUInt32LE(0),
    b: bytes.readUInt32LE(4),
    subject: bytes.toString('utf8', HEAD_BYTES, HEAD_BYTES + name),
    body: bytes.subarray(HEAD_BYTES + name),
  };
}

/** Returns the machine's monotonic clock in ms; all processes of the machine share it. */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** Encodes a mark of this time, in ms of the machine's clock. */
export function encodeMark(timeMs: number): Buffer {
  const body = Buffer.allocUnsafe(8);
  body.writeDoubleLE(timeMs);
  return encodeFrame(Kind.mark, 0, 0, '', body);
}

/** Returns the time of a mark. Throws RangeError if the bytes are none. */
export const markedMsOf = (body: Buffer): number => body.readDoubleLE(0);

export const encodeMessage = (message: unknown): Buffer => serialize(message);
/** Decodes a message. Throws if the bytes are not one. */
export const decodeMessage = (body: Buffer): unknown => deserialize(body);
