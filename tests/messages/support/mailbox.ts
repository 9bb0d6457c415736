import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** The whole mail as it came over the wire. */
  readonly raw: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailbox {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Number of mails that were offered, those refused among them. */
  offered(): number;
  /** Answers the next mails with this code instead of accepting them. */
  refuse(code: number | null): void;
  to(address: string): ReceivedMail | undefined;
  stop(): Promise<void>;
}

/** Decodes quoted-printable and base64 parts as far as our mails use them. */
function bodyOf(raw: string, type: string): string {
  const part = raw.split(/\r\n--/).find((each) => each.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function subjectOf(raw: string): string {
  const [, line = ''] = /\r\nSubject: ((?:.*\r\n[ \t])*.*)\r\n/.exec(`\r\n${raw}`) ?? [];
  return line
    .replace(/\?=\r\n[ \t]=\?/g, '?==?')
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/=\?UTF-8\?(B|Q)\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString('utf8'),
    );
}

/** A mail server of the test's own on a real socket; `port` 0 takes a free one. */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let offered = 0;
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      offered += 1;
      if (refusal === null) done();
      else done(Object.assign(new Error('654321 is not taken here'), { responseCode: refusal }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
          subject: subjectOf(raw),
          text: bodyOf(raw, 'text/plain'),
          html: bodyOf(raw, 'text/html'),
        });
        done();
      });
    },
  });
  // a client that goes away in the middle is no fault of the test
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    offered: () => offered,
    refuse(code) {
      refusal = code;
    },
    to: (address) => mails.findLast((mail) => mail.to.includes(address)),
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** The six digits of a message. */
export function codeIn(text: string): string {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`there is no code in: ${text}`);
  return code;
}
