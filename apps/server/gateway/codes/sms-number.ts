import { Refusal } from '../../base/errors/refusal.ts';

/** Numbers that receive texts at the price of any other. */
const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * Returns the calling code of a mobile number, with its plus. The metadata with the types of numbers is loaded at the
 * first use.
 * @throws Refusal PHONE_NOT_MOBILE for a number that does not exist, a landline, and a premium or shared-cost number,
 * whose owner would earn by each text
 */
export async function smsNumber(number: string): Promise<string> {
  const { default: parse } = await import('libphonenumber-js/max');
  const parsed = parse(number);
  if (parsed === undefined || !MOBILE.has(parsed.getType() ?? ''))
    throw new Refusal('PHONE_NOT_MOBILE', { field: 'account' });
  return `+${parsed.countryCallingCode}`;
}
