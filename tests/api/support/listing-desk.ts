import {
  type CallInput,
  type Client,
  type ListingApplication,
  type ListingForm,
  listingChecks,
  type OperatorCalls,
} from '@candor/api';
import { lookAt, type OperatorsConsole, openConsole } from './console.ts';
import { type House, openHouse } from './house.ts';
import { listingForm } from './listing-form.ts';
import type { Person } from './person.ts';
import { photo } from './photos.ts';
import { upload } from './upload.ts';

/** A house with a console whose operators review listing applications, and one of support, who may not. */
export interface ListingDesk {
  readonly house: House;
  readonly desk: OperatorsConsole;
  readonly rita: Client<OperatorCalls>;
  readonly ron: Client<OperatorCalls>;
  readonly sam: Client<OperatorCalls>;
  /** Uploads a picture and returns its id. */
  readonly pictureOf: (person: Person) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function openListingDesk(): Promise<ListingDesk> {
  const house = await openHouse({ notices: true });
  const desk = await openConsole(house, { reviewKinds: [house.listing.review] });
  const admin = await desk.signIn();
  const picture = await photo(0, { width: 300, height: 200 });
  return {
    house,
    desk,
    rita: await desk.add('rita', 'review', admin),
    ron: await desk.add('ron', 'risk', admin),
    sam: await desk.add('sam', 'support', admin),
    pictureOf: async (person) => ((await upload(house, person, picture)).data as { readonly id: string }).id,
    stop: async () => {
      await desk.stop();
      await house.stop();
    },
  };
}

export const save = (
  person: Person,
  more: Partial<ListingForm> = {},
  of?: Pick<ListingApplication, 'id' | 'version'>,
) =>
  person.client.call('saveListing', {
    body: {
      form: { ...listingForm, ...more },
      ...(of === undefined ? {} : { of: { id: of.id, version: of.version } }),
    },
  });
export const submit = (person: Person, { id, version }: ListingApplication, answer?: string) =>
  person.client.call('sendListing', {
    body: { id, version, accepted: true, ...(answer === undefined ? {} : { answer }) },
  });
export const read = (person: Person, { id }: { readonly id: number }) =>
  person.client.call('getListing', { query: { id: String(id) } });
export const discard = (person: Person, { id }: { readonly id: number }) =>
  person.client.call('withdrawListing', { body: { id } });
/** An application that was sent. */
export async function sent(person: Person, more: Partial<ListingForm> = {}) {
  return submit(person, await save(person, more));
}

/** The item of the queue that an application waits in. */
export const itemOf = async ({ id }: { readonly id: number }, by: Client<OperatorCalls>) => {
  const { records } = await by.call('getReviews', { query: { kind: 'listing' } });
  const row = records.find(({ subject }) => subject === String(id))!;
  return { params: { id: String(row.id) }, version: row.version };
};
/** The checklist, with each item met but for these. */
export const answered = (but: readonly string[] = []) =>
  listingChecks.map((code) => ({ code, isMet: !but.includes(code) }));

/** The decision of an operator about an item. */
export type Decision = CallInput<OperatorCalls['decideReview']>['body'];
/** Claims an application's item, looks at all of it and decides. */
export async function decide(
  by: Client<OperatorCalls>,
  of: { readonly id: number },
  decision: Omit<Decision, 'version'>,
) {
  const { params, version } = await itemOf(of, by);
  await by.call('claimReview', { params });
  await lookAt(by, params.id);
  return by.call('decideReview', { params, body: { version, ...decision } });
}
