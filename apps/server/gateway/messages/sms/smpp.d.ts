/** The part of the package `smpp` that this room uses; it has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer } from 'node:net';

  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly [field: string]: unknown;
    response(fields?: Record<string, unknown>): Pdu;
  }

  type Answered = (pdu: Pdu) => void;

  export class Session extends EventEmitter {
    /** Each returns false where the socket is closed; the answer then never comes. */
    bind_transceiver(fields: Record<string, unknown>, answered: Answered): boolean;
    submit_sm(fields: Record<string, unknown>, answered: Answered): boolean;
    enquire_link(fields: Record<string, unknown>, answered: Answered): boolean;
    unbind(): boolean;
    send(pdu: Pdu): boolean;
    close(): void;
    destroy(): void;
  }

  interface Encoding {
    match(text: string): boolean;
    encode(text: string): Buffer;
    decode(bytes: Buffer): string;
  }

  const smpp: {
    connect(options: { readonly url: string }): Session;
    createServer(listener: (session: Session) => void): NetServer;
    readonly encodings: { readonly ASCII: Encoding; readonly UCS2: Encoding };
  };
  export default smpp;
}
