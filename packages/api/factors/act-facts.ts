/** Parts of an act that a user confirms. An amount has a unit; `rights` and `addresses` are lists joined by commas. */
export const actFactNames = [
  'amount',
  'totalAtMost',
  'fee',
  'arrives',
  'network',
  'address',
  'label',
  'name',
  'rights',
  'addresses',
  'days',
  'contact',
  'holder',
  'bank',
  'account',
  'words',
  'on',
] as const;
export type ActFactName = (typeof actFactNames)[number];

/** One part of an act: its name, its plain text or code, and the unit of an amount. */
export interface ActFact {
  readonly name: ActFactName;
  readonly value: string;
  readonly unit?: string | undefined;
}

/** An act as its owner confirms it: the name of its call, or of what is no call, and its parts. */
export interface ConfirmedAct {
  readonly name: string;
  readonly facts: readonly ActFact[];
}

/** Returns the parts that are given, each under its name; an empty text or undefined is left out. */
export function factsOf(parts: Readonly<Partial<Record<ActFactName, string | undefined>>>): ActFact[] {
  return actFactNames.flatMap((name) => {
    const value = parts[name];
    return value === undefined || value === '' ? [] : [{ name, value }];
  });
}

/** Characters of an address, a card or an account that a short message shows. */
const END_LENGTH = 6;

/**
 * The id of the sentence that names an act, and its values; the texts lie in the room `act` of the catalogues. `quantity` writes an
 * amount as the reader's language does.
 */
export function actSentence(
  { name, facts }: ConfirmedAct,
  quantity: (amount: string) => string,
): {
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
} {
  const fact = (wanted: ActFactName) => facts.find((each) => each.name === wanted);
  const amount = fact('amount');
  const end = fact('address') ?? fact('account');
  const isToCard = name === 'withdrawal' && fact('address') === undefined;
  const variant = isToCard ? '.card' : fact('on')?.value === 'no' ? '.off' : '';
  return {
    id: `act.${name}${variant}`,
    values: {
      amount: amount === undefined ? '' : quantity(amount.value),
      coin: amount?.unit ?? '',
      end: end?.value.replace(/\s/g, '').slice(-END_LENGTH) ?? '',
      name: fact('name')?.value ?? '',
      contact: fact('contact')?.value ?? '',
    },
  };
}
