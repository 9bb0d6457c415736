import type { AddressInfo, Server } from 'node:net';
import smpp, { type Pdu, type Session } from 'smpp';

export interface ReceivedSms {
  readonly to: string;
  readonly text: string;
  /** Number of submissions that it came in. */
  readonly parts: number;
  readonly pdus: readonly Pdu[];
}

export interface SmsCentreOfTest {
  readonly port: number;
  readonly pdus: readonly Pdu[];
  /** Texts that are whole, in the order of their last parts. */
  texts(): readonly ReceivedSms[];
  to(number: string): ReceivedSms | undefined;
  binds(): number;
  /** Answers submissions with this status; 0 accepts. */
  answerWith(status: number): void;
  /** Cuts all connections without a word. */
  cut(): void;
  stop(): Promise<void>;
}

const SYSTEM_ID = 'candor';
const PASSWORD = 'secret7';
export const smppUrl = (port: number): string => `smpp://${SYSTEM_ID}:${PASSWORD}@127.0.0.1:${port}`;

interface Body {
  readonly udh?: readonly Buffer[] | Buffer;
  readonly message: string;
}

/** Reference, number of parts and number of this part; null for a text in one part. */
function partOf(pdu: Pdu): { readonly key: string; readonly total: number; readonly no: number } | null {
  const { udh } = pdu.short_message as Body;
  const header = Array.isArray(udh) ? (udh[0] as Buffer | undefined) : (udh as Buffer | undefined);
  if (header === undefined) return null;
  const at = header.length - 3;
  return {
    key: `${pdu.destination_addr} ${header[at]}`,
    total: header[at + 1] as number,
    no: header[at + 2] as number,
  };
}

function whole(pdus: readonly Pdu[]): ReceivedSms[] {
  const found: ReceivedSms[] = [];
  const open = new Map<string, Map<number, Pdu>>();
  const textOf = (pdu: Pdu) => (pdu.short_message as Body).message;
  for (const pdu of pdus) {
    const to = String(pdu.destination_addr);
    const part = partOf(pdu);
    if (part === null) {
      found.push({ to, text: textOf(pdu), parts: 1, pdus: [pdu] });
      continue;
    }
    const parts = open.get(part.key) ?? new Map<number, Pdu>();
    parts.set(part.no, pdu);
    open.set(part.key, parts);
    if (parts.size < part.total) continue;
    const inOrder = [...parts.entries()].sort(([a], [b]) => a - b).map(([, each]) => each);
    found.push({ to, text: inOrder.map(textOf).join(''), parts: part.total, pdus: inOrder });
    open.delete(part.key);
  }
  return found;
}

/** An SMSC of the test's own on a real socket; `port` 0 takes a free one. */
export async function openSmsCentre(port = 0): Promise<SmsCentreOfTest> {
  const pdus: Pdu[] = [];
  const sessions = new Set<Session>();
  let binds = 0;
  let status = 0;
  const server: Server = smpp.createServer((session) => {
    sessions.add(session);
    session.on('error', () => session.destroy());
    session.on('close', () => sessions.delete(session));
    session.on('bind_transceiver', (pdu: Pdu) => {
      const isKnown = pdu.system_id === SYSTEM_ID && pdu.password === PASSWORD;
      if (isKnown) binds += 1;
      session.send(pdu.response({ command_status: isKnown ? 0 : 0x0e }));
    });
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
    session.on('unbind', (pdu: Pdu) => session.send(pdu.response()));
    session.on('submit_sm', (pdu: Pdu) => {
      if (status === 0) pdus.push(pdu);
      session.send(pdu.response({ command_status: status, message_id: String(pdus.length) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return {
    port: (server.address() as AddressInfo).port,
    pdus,
    texts: () => whole(pdus),
    to: (number) => whole(pdus).findLast(({ to }) => to === number.replace('+', '')),
    binds: () => binds,
    answerWith(next) {
      status = next;
    },
    cut() {
      for (const session of sessions) session.destroy();
    },
    async stop() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
