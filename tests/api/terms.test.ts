import { type Client, languages, type OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, newPerson, PASSWORD, refusal } from './support/person.ts';

const REASON = 'Deposits by bank card are open now';
const sections = [{ heading: 'Deposits', text: ['A deposit by bank card is checked by a person.'] }];

let house: House;
let desk: OperatorsConsole;
let writer: Client<OperatorCalls>;
let second: Client<OperatorCalls>;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  const admin = await desk.signIn();
  writer = await desk.add('writer', 'content', admin);
  second = await desk.add('second', 'risk', admin);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const register = (account: string, termsVersion?: number) =>
  clientOf(house).call('register', {
    body: {
      type: 'account',
      account,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      ...(termsVersion === undefined ? {} : { termsVersion }),
    },
  });
const stateOf = async (token: string) => clientOf(house, token).call('getTermsState');

describe('the terms of service', () => {
  it('are there in each language with as many sections, and are read by visitors', async () => {
    const english = await clientOf(house).call('getTerms');
    expect(english).toMatchObject({ version: 1, currentVersion: 1, text: { title: 'Terms of service' } });
    for (const language of languages) {
      const terms = await clientOf(house, null, language).call('getTerms');
      expect(terms?.text.sections.length).toBe(english?.text.sections.length);
      if (language !== 'en') expect(terms?.text.title).not.toBe(english?.text.title);
    }
    expect((await refusal(clientOf(house).call('getTerms', { query: { version: '9' } }))).key).toBe(
      'NOT_FOUND',
    );
  });

  it('are accepted with the registration, in the version that was shown and no other', async () => {
    const { satoken } = await register('accepting', 1);
    expect(await stateOf(satoken)).toMatchObject({ current: { version: 1 }, accepted: { version: 1 } });
    expect((await refusal(register('outdated', 2))).key).toBe('TERMS_OUTDATED');
    // nothing was written of the refused registration
    expect((await register('outdated', 1)).userId).toBeGreaterThan(0);
    const later = await register('later');
    expect(await stateOf(later.satoken)).toMatchObject({ accepted: null });
  });

  it('are accepted with each registration in real mode: the current version and no other', async () => {
    const catalogue = house.catalogues.current();
    const current = vi.spyOn(house.catalogues, 'current').mockReturnValue({ ...catalogue, mode: 'real' });
    try {
      for (const version of [undefined, 2])
        expect((await refusal(register('unasked', version))).key).toBe('TERMS_OUTDATED');
      const { satoken } = await register('unasked', 1);
      expect(await stateOf(satoken)).toMatchObject({ accepted: { version: 1 } });
    } finally {
      current.mockRestore();
    }
  });

  it('get a new version by four eyes, complete in each language; users are asked again', async () => {
    const { satoken } = await register('asked', 1);
    const incomplete = { title: 'Terms of service', sections, reason: REASON };
    await writer.call('draftTerms', { params: { language: 'en' }, body: incomplete });
    expect((await refusal(writer.call('publishTerms', { body: { reason: REASON } }))).key).toBe(
      'TERMS_INCOMPLETE',
    );
    for (const language of languages.filter((each) => each !== 'en'))
      await writer.call('draftTerms', {
        params: { language },
        body: { title: `Terms ${language}`, sections, reason: REASON },
      });
    const { proposalId } = await writer.call('publishTerms', { body: { reason: REASON } });
    const shown = await second.call('getOperatorTerms');
    expect(shown.proposed[0]?.texts.de?.title).toBe('Terms de');
    expect((await clientOf(house).call('getTerms'))?.version).toBe(1);
    await second.call('approveProposal', {
      params: { id: String(proposalId) },
      body: { reason: 'Read in all languages that I know' },
    });

    const terms = await clientOf(house, null, 'de').call('getTerms');
    expect(terms).toMatchObject({ version: 2, reason: REASON, text: { title: 'Terms de' } });
    const old = await clientOf(house).call('getTerms', { query: { version: '1' } });
    expect(old?.text.sections.length).toBe(10);
    expect(await stateOf(satoken)).toMatchObject({ current: { version: 2 }, accepted: { version: 1 } });
    const user = clientOf(house, satoken);
    expect((await refusal(user.call('acceptTerms', { body: { version: 1 } }))).key).toBe('TERMS_OUTDATED');
    await user.call('acceptTerms', { body: { version: 2 } });
    expect(await stateOf(satoken)).toMatchObject({ accepted: { version: 2 } });
    expect(await desk.room.log.verify()).toMatchObject({ intact: true });
  });

  it('hold nothing back from a user who does not accept them', async () => {
    const person = await newPerson(house);
    expect(await stateOf(person.token)).toMatchObject({ accepted: null });
    const { list } = await person.client.call('getUserCoin');
    expect(list.length).toBeGreaterThan(0);
    expect((await person.client.call('getWithdrawalCurrency')).list).not.toEqual([]);
  });
});
