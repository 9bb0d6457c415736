import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, linkOf } from '../../apps/server/gateway/messages/index.ts';
import { eventually } from '../support/patience.ts';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { KEY, NONCE, openPostOffice, type PostOffice } from './support/post-office.ts';
import { openSmsCentre, type SmsCentreOfTest, smppUrl } from './support/sms-centre.ts';

const code = codeOf(KEY, NONCE);
let mailbox: Mailbox;
let centre: SmsCentreOfTest;
let office: PostOffice;

beforeAll(async () => {
  [mailbox, centre] = await Promise.all([openMailbox(), openSmsCentre()]);
  office = await openPostOffice({
    smtpUrl: `smtp://127.0.0.1:${mailbox.port}`,
    smppUrl: smppUrl(centre.port),
  });
});
afterAll(async () => {
  await office?.stop();
  await Promise.all([mailbox?.stop(), centre?.stop()]);
});
beforeEach(() => {
  mailbox.refuse(null);
  centre.answerWith(0);
});

const becomes = (id: string, state: string) =>
  eventually(async () => expect(await office.state(id)).toMatchObject({ state }));

describe('mail', () => {
  it('arrives with its code as text and as HTML, and marks itself as automatic', async () => {
    const id = await office.send({ to: 'first@example.org' });
    await becomes(id, 'sent');
    const mail = mailbox.to('first@example.org');
    expect(mail?.text).toContain(code);
    expect(mail?.html).toContain(code);
    expect(mail?.subject).toBe('Your login code');
    expect(mail?.subject).not.toContain(code);
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it('about a new device holds the link that freezes, which no row and no line of the log holds', async () => {
    const linkNonce = Buffer.alloc(16, 5);
    const login = { device: 'Firefox · Windows', address: '203.0.113.9', linkNonce };
    const about = { kind: 'newDevice', codeNonce: null, login } as const;
    const id = await office.send({ ...about, to: 'device@example.org' });
    await becomes(id, 'sent');
    const link = `https://candor.example/user/freeze#${linkOf(KEY, linkNonce)}`;
    const mail = mailbox.to('device@example.org');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(link);
      expect(part).toContain('203.0.113.9');
    }
    const { rows } = await office.pool.query('select * from messages.message where message_id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(linkOf(KEY, linkNonce));
    expect(office.logged()).not.toContain(linkOf(KEY, linkNonce));
  });

  it('is tried again after a temporary refusal', async () => {
    mailbox.refuse(451);
    const id = await office.send({ to: 'later@example.org' });
    await eventually(async () =>
      expect(await office.state(id)).toMatchObject({ state: 'waiting', reason: 'SMTP EENVELOPE 451' }),
    );
    // the server’s own sentence, without the code that it repeats
    expect(office.logged()).toContain('451 … is not taken here');
    expect(office.logged()).not.toContain('654321');
    mailbox.refuse(null);
    await eventually(async () => {
      await office.hurry();
      expect(await office.state(id)).toMatchObject({ state: 'sent' });
    });
    expect(mailbox.mails.filter(({ to }) => to.includes('later@example.org'))).toHaveLength(1);
  });

  it('is given up when the server refuses the recipient for good', async () => {
    mailbox.refuse(550);
    const id = await office.send({ to: 'nobody@example.org' });
    await becomes(id, 'failed');
    const offered = mailbox.offered();
    await office.hurry();
    expect(await office.state(id)).toMatchObject({ reason: 'SMTP EENVELOPE 550', attempts: 1 });
    expect(mailbox.offered()).toBe(offered);
  });

  it('is never delivered after its code has expired', async () => {
    mailbox.refuse(451);
    const id = await office.send({ to: 'late@example.org' });
    await eventually(async () => expect((await office.state(id)).reason).toBe('SMTP EENVELOPE 451'));
    mailbox.refuse(null);
    office.advance(600_000);
    await eventually(async () => {
      await office.hurry();
      expect(await office.state(id)).toMatchObject({ state: 'expired' });
    });
    expect(mailbox.to('late@example.org')).toBeUndefined();
    // the worker removes a job a moment after its task has ended
    await eventually(async () => {
      const { rows } = await office.pool.query(
        "select count(*) as waiting from jobs.jobs where task_identifier = 'deliverMessage'",
      );
      expect(rows[0].waiting).toBe('0');
    });
  });

  it('that is withheld costs a job and reaches nobody', async () => {
    const offered = mailbox.offered();
    const id = await office.send({ to: 'unknown@example.org', isWithheld: true });
    await becomes(id, 'withheld');
    expect(mailbox.offered()).toBe(offered);
  });
});

describe('SMS', () => {
  it('arrives in one part in the alphabet of phones, valid no longer than its code', async () => {
    const id = await office.send({ channel: 'sms', to: '+491701234567' });
    await becomes(id, 'sent');
    const sms = centre.to('+491701234567');
    expect(sms).toMatchObject({ parts: 1, to: '491701234567' });
    expect(sms?.text).toContain(code);
    expect(sms?.pdus[0]).toMatchObject({ data_coding: 0, dest_addr_ton: 1, source_addr_ton: 5 });
    // the library of the centre reads the period as the time at which it ends
    const validUntil = sms?.pdus[0]?.validity_period as Date;
    expect(validUntil.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
  });

  it('comes in parts that make the whole text again, in each alphabet', async () => {
    for (const [language, to, mark] of [
      ['en', '+491701234568', `${'{~}€'.repeat(20)}z`],
      ['ru', '+491701234569', 'Молоко и мёд 😀'.repeat(5)],
    ] as const) {
      const id = await office.send({ channel: 'sms', to, language, antiPhishing: mark });
      await becomes(id, 'sent');
      const sms = centre.to(to);
      expect(sms?.parts).toBeGreaterThan(1);
      expect(sms?.text).toContain(code);
      expect(sms?.text.endsWith(mark)).toBe(true);
    }
  });

  it('binds again after the connection was cut, and after the centre was busy', async () => {
    const binds = centre.binds();
    centre.cut();
    const first = await office.send({ channel: 'sms', to: '+491701234570' });
    await eventually(async () => {
      await office.hurry();
      expect(await office.state(first)).toMatchObject({ state: 'sent' });
    });
    expect(centre.binds()).toBe(binds + 1);
    centre.answerWith(0x58);
    const second = await office.send({ channel: 'sms', to: '+491701234571' });
    await eventually(async () =>
      expect(await office.state(second)).toMatchObject({ state: 'waiting', reason: 'SMPP submit 88' }),
    );
    centre.answerWith(0);
    await eventually(async () => {
      await office.hurry();
      expect(await office.state(second)).toMatchObject({ state: 'sent' });
    });
    expect(centre.binds()).toBe(binds + 1);
  });

  it('to a number that does not exist is given up', async () => {
    centre.answerWith(0x0b);
    const id = await office.send({ channel: 'sms', to: '+491701234572' });
    await becomes(id, 'failed');
  });
});

it('no code stands in a row of a message or a job, nor in the log', async () => {
  mailbox.refuse(451);
  const id = await office.send({ to: 'kept@example.org' });
  await eventually(async () => expect((await office.state(id)).reason).not.toBeNull());
  const tables = [
    'messages.message',
    'jobs._private_jobs',
    'jobs._private_tasks',
    'jobs._private_job_queues',
  ];
  for (const table of tables) {
    const { rows } = await office.pool.query(`select row_to_json(t)::text as text from ${table} t`);
    const text = rows.map((row) => row.text).join('\n');
    expect(text).not.toContain(code);
    // the server's own words, which name a code
    expect(text).not.toContain('654321');
  }
  expect(office.logged()).toContain('deliverMessage');
  expect(office.logged()).not.toContain(code);
  expect(office.logged()).not.toContain('654321');
});

describe('without the servers', () => {
  it('messages wait while a server is out of reach, and go out when it is back', async () => {
    const [box, sms] = await Promise.all([openMailbox(), openSmsCentre()]);
    await Promise.all([box.stop(), sms.stop()]);
    const far = await openPostOffice({
      smtpUrl: `smtp://127.0.0.1:${box.port}`,
      smppUrl: smppUrl(sms.port),
    });
    try {
      const mail = await far.send({ to: 'far@example.org' });
      const text = await far.send({ channel: 'sms', to: '+491701234573' });
      await eventually(async () => {
        expect(await far.state(mail)).toMatchObject({ state: 'waiting', reason: 'SMTP ESOCKET 0' });
        expect(await far.state(text)).toMatchObject({ state: 'waiting', reason: 'SMPP connection failed' });
      });
      const [boxAgain, smsAgain] = await Promise.all([openMailbox(box.port), openSmsCentre(sms.port)]);
      await eventually(async () => {
        await far.hurry();
        expect(await far.state(mail)).toMatchObject({ state: 'sent' });
        expect(await far.state(text)).toMatchObject({ state: 'sent' });
      });
      expect(boxAgain.to('far@example.org')?.text).toContain(code);
      expect(smsAgain.to('+491701234573')?.text).toContain(code);
      await Promise.all([boxAgain.stop(), smsAgain.stop()]);
    } finally {
      await far.stop();
    }
  });

  it('practice mode keeps messages and shows each as one line of the terminal, code included', async () => {
    const local = await openPostOffice({ smtpUrl: null, smppUrl: null });
    try {
      const mail = await local.send({ to: 'here@example.org' });
      const text = await local.send({ channel: 'sms', to: '+491701234574' });
      await eventually(async () => {
        expect(await local.state(mail)).toMatchObject({ state: 'kept' });
        expect(await local.state(text)).toMatchObject({ state: 'kept' });
      });
      expect(local.said.toSorted()).toEqual([
        `Mail to here@example.org: Your login code. ${code}`,
        `SMS to +491701234574: ${code} is your Candor code to log in. Valid 10 min. Never share it.`,
      ]);
    } finally {
      await local.stop();
    }
  });
});
