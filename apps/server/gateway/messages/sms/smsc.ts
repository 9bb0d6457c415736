import smpp, { type Pdu, type Session } from 'smpp';
import { DeliveryError } from '../delivery-error.ts';
import { smsParts } from './parts.ts';

export interface Sms {
  /** Names the parts of one text. */
  readonly reference: number;
  /** In international form, with its plus. */
  readonly to: string;
  readonly text: string;
  /** Time for which the network may still try to deliver it. */
  readonly validMs: number;
}

export interface SmsCentre {
  /** Resolves when the centre has accepted all parts. @throws DeliveryError */
  send(sms: Sms): Promise<void>;
  stop(): void;
}

export interface SmscOptions {
  /** smpp:// or ssmpp:// (TLS), with system id and password. */
  readonly url: string;
  /** The sender that phones show: up to 11 letters and digits, or a number. */
  readonly from: string;
  /** Longest wait for an answer. */
  readonly answerMs?: number;
  /** Interval at which an idle connection is tested. */
  readonly enquireMs?: number;
}

const ANSWER_MS = 10_000;
const ENQUIRE_MS = 30_000;
/** Numbering: 1 is international, 5 is alphanumeric; plan 1 is E.164, 0 is unknown. */
const INTERNATIONAL = { ton: 1, npi: 1 };
const ALPHANUMERIC = { ton: 5, npi: 0 };
/** SMPP 3.4 5.1.3: the destination address is invalid. */
const INVALID_DESTINATION = 0x0b;
const UDH_INDICATOR = 0x40;

/**
 * Sends texts through an SMSC over SMPP 3.4. The connection is bound at the first text and again after it was lost,
 * at the next one. Errors of the library's session, which would end the process if nobody listened, end the session.
 */
export function createSmsc(options: SmscOptions): SmsCentre {
  const { from, answerMs = ANSWER_MS, enquireMs = ENQUIRE_MS } = options;
  const url = new URL(options.url);
  const sender = /^\+?\d+$/.test(from) ? INTERNATIONAL : ALPHANUMERIC;
  let bound: Promise<Line> | null = null;

  function bind(): Promise<Line> {
    const address = `${url.protocol}//${url.host}`;
    const line = new Line(smpp.connect({ url: address }), answerMs, () => {
      if (bound === ready) bound = null;
    });
    const ready = line
      .bind({
        system_id: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        interface_version: 0x34,
      })
      .then(() => {
        line.keepAlive(enquireMs);
        return line;
      });
    ready.catch(() => line.end('SMPP not bound'));
    return ready;
  }

  return {
    async send({ reference, to, text, validMs }) {
      bound ??= bind();
      const line = await bound;
      for (const { coding, bytes, hasHeader } of smsParts(text, reference)) {
        await line.submit({
          source_addr_ton: sender.ton,
          source_addr_npi: sender.npi,
          source_addr: from,
          dest_addr_ton: INTERNATIONAL.ton,
          dest_addr_npi: INTERNATIONAL.npi,
          destination_addr: to.slice(1),
          esm_class: hasHeader ? UDH_INDICATOR : 0,
          data_coding: coding,
          validity_period: relativePeriod(validMs),
          short_message: bytes,
        });
      }
    },
    stop() {
      const line = bound;
      bound = null;
      line?.then(
        (each) => each.unbind(),
        () => {},
      );
    },
  };
}

/** A period in the form of SMPP 3.4 7.1.1.2: years, months, days, hours, minutes and seconds of two digits each. */
function relativePeriod(ms: number): string {
  const seconds = Math.max(1, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const time = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  return `0000${two(Math.min(days, 30))}${time.map(two).join('')}000R`;
}

/** One connection. It ends at the first error, and everything under way then fails. */
class Line {
  readonly #session: Session;
  readonly #answerMs: number;
  readonly #onEnd: () => void;
  readonly #pending = new Set<(error: DeliveryError) => void>();
  #timer: NodeJS.Timeout | undefined;
  #ended: string | null = null;

  constructor(session: Session, answerMs: number, onEnd: () => void) {
    this.#session = session;
    this.#answerMs = answerMs;
    this.#onEnd = onEnd;
    session.on('error', () => this.end('SMPP connection failed'));
    session.on('close', () => this.end('SMPP connection closed'));
    for (const request of ['enquire_link', 'deliver_sm'])
      session.on(request, (pdu: Pdu) => session.send(pdu.response()));
    session.on('unbind', (pdu: Pdu) => {
      session.send(pdu.response());
      this.end('SMPP unbound by the centre');
    });
  }

  async bind(fields: Record<string, unknown>): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: DeliveryError) => reject(error);
      const late = setTimeout(() => this.end('SMPP connection timed out'), this.#answerMs);
      this.#pending.add(fail);
      const connected = () => {
        clearTimeout(late);
        this.#pending.delete(fail);
        resolve();
      };
      this.#session.once('connect', connected);
      this.#session.once('secureConnect', connected);
      this.#pending.add(() => clearTimeout(late));
    });
    await this.#ask((answered) => this.#session.bind_transceiver(fields, answered), 'bind');
  }

  submit(fields: Record<string, unknown>): Promise<void> {
    return this.#ask((answered) => this.#session.submit_sm(fields, answered), 'submit');
  }

  /** Tests the connection while nothing is sent: a centre that is gone is noticed before the next text. */
  keepAlive(everyMs: number): void {
    this.#timer = setInterval(() => {
      this.#ask((answered) => this.#session.enquire_link({}, answered), 'enquire').catch(() =>
        this.end('SMPP centre does not answer'),
      );
    }, everyMs);
    this.#timer.unref();
  }

  unbind(): void {
    this.#session.unbind();
    this.#session.close();
    this.end('SMPP unbound');
  }

  end(reason: string): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    clearInterval(this.#timer);
    for (const fail of this.#pending) fail(new DeliveryError(reason));
    this.#pending.clear();
    if (reason !== 'SMPP unbound') this.#session.destroy();
    this.#onEnd();
  }

  #ask(send: (answered: (pdu: Pdu) => void) => boolean, act: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) {
        reject(new DeliveryError(this.#ended));
        return;
      }
      const late = setTimeout(() => this.end(`SMPP ${act} timed out`), this.#answerMs);
      const fail = (error: DeliveryError) => {
        clearTimeout(late);
        reject(error);
      };
      this.#pending.add(fail);
      const sent = send(({ command_status: status }) => {
        clearTimeout(late);
        this.#pending.delete(fail);
        if (status === 0) resolve();
        else reject(new DeliveryError(`SMPP ${act} ${status}`, status === INVALID_DESTINATION));
      });
      if (!sent) this.end('SMPP connection closed');
    });
  }
}
