import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { addressKey } from '../../base/limits/client-address.ts';
import { createKeptLimits } from '../../base/limits/kept-limits.ts';

export interface CodeLimits {
  /** Codes that one network address may ask for in an hour. */
  readonly codesPerHour: number;
  /** Texts to the numbers of one country in an hour. */
  readonly smsPerCountryAndHour: number;
}

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** Codes of one purpose to one mail address or number in a day that one address, or one known device, may ask for. */
const PER_RECIPIENT_AND_DAY = 10;
/** The same of all addresses together, without the known devices of the recipient. */
const PER_RECIPIENT_AND_DAY_OF_ALL = 30;

/** Keys are digests: the table is no list of addresses. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Counts codes, kept in PostgreSQL so that a restart forgives nothing. Each throws Refusal CODES_LIMITED. */
export interface CodeCounts {
  countAddress(ip: string): Promise<void>;
  countRecipient(
    purpose: string,
    to: string,
    asker: { readonly ip: string | null; readonly device: string | null },
  ): Promise<void>;
  countCountry(callingCode: string): Promise<void>;
}

export function createCodeCounts(pool: Pool, limits: CodeLimits): CodeCounts {
  const limiter = createKeptLimits({ pool, schema: 'codes', table: 'limits', refusal: 'CODES_LIMITED' });
  const byAddress = limiter('ip', limits.codesPerHour, HOUR_SECONDS);
  const byRecipient = limiter('to', PER_RECIPIENT_AND_DAY, DAY_SECONDS);
  const byAnybody = limiter('to-all', PER_RECIPIENT_AND_DAY_OF_ALL, DAY_SECONDS);
  const byCountry = limiter('country', limits.smsPerCountryAndHour, HOUR_SECONDS);
  return {
    countAddress: (ip) => byAddress.count(digest(addressKey(ip))),
    async countRecipient(purpose, to, { ip, device }) {
      const key = `${purpose} ${to}`;
      if (device !== null) return byRecipient.count(digest(`${key} device ${device}`));
      if (ip !== null) await byRecipient.count(digest(`${key} address ${addressKey(ip)}`));
      await byAnybody.count(digest(key));
    },
    countCountry: (callingCode) => byCountry.count(digest(callingCode)),
  };
}
