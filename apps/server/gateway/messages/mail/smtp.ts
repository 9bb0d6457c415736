import { createTransport } from 'nodemailer';
import { DeliveryError } from '../delivery-error.ts';

/** A mail as it is handed to the server. */
export interface Mail {
  /** Unique and the same for each attempt: programs show a mail that arrives twice once. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailServer {
  /** Resolves when the server has accepted the mail. @throws DeliveryError */
  send(mail: Mail): Promise<void>;
  stop(): void;
}

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password. */
  readonly url: string;
  /** The sender: an address, or a name and an address in angle brackets. */
  readonly from: string;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** Sends mail through a server over SMTP, each mail by a connection of its own. */
export function createSmtp({ url, from }: SmtpOptions): MailServer {
  const options = new URL(url);
  const settings = new Map(options.searchParams);
  const isOnThisMachine = isLocal(options.hostname);
  const transport = createTransport({
    host: options.hostname,
    port: Number(options.port) || (options.protocol === 'smtps:' ? 465 : 587),
    secure: options.protocol === 'smtps:',
    // without TLS a password and codes cross the network in the clear: only on this machine, or when asked for
    requireTLS: options.protocol === 'smtp:' && settings.get('tls') !== 'optional' && !isOnThisMachine,
    // a relay on this machine may ask for TLS, under a certificate that names another host or nobody vouches for
    ...(isOnThisMachine ? { tls: { rejectUnauthorized: false } } : {}),
    ...(options.username === ''
      ? {}
      : {
          auth: {
            user: decodeURIComponent(options.username),
            pass: decodeURIComponent(options.password),
          },
        }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // what a message holds is never read from a file or an address
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'candor.invalid';

  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw asDeliveryError(error);
      }
    },
    stop: () => transport.close(),
  };
}

const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);

interface SmtpFault {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

/** Errors of recipients and messages refused for good; a fault of ours, such as a wrong password, may be mended. */
const refusedForGood = new Set(['EENVELOPE', 'EMESSAGE']);

function asDeliveryError(error: unknown): DeliveryError {
  const { code, responseCode, response, message } = error as SmtpFault;
  const kind = typeof code === 'string' && /^[A-Z]{2,20}$/.test(code) ? code : 'UNKNOWN';
  const answer = typeof responseCode === 'number' ? responseCode : 0;
  const said = typeof response === 'string' ? response : typeof message === 'string' ? message : '';
  return new DeliveryError(`SMTP ${kind} ${answer}`, refusedForGood.has(kind) && answer >= 500, said);
}
