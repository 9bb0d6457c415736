import { createHmac } from 'node:crypto';
import { Refusal } from '../../base/errors/refusal.ts';
import { lookalikeKey } from '../../users/kyc/index.ts';

/** Words of whom nobody may play: staff, support and the house, as the eye reads them in any script. */
const RESERVED = [
  'candor',
  'support',
  'official',
  'admin',
  'staff',
  'operator',
  'moderator',
  'helpdesk',
  'service',
  'security',
  'system',
  'escrow',
  'customer',
  'arbiter',
  'compliance',
  'soporte',
  'suporte',
  'assistance',
  'kundendienst',
  'destek',
  '客服',
  '官方',
  '管理',
  '客服中心',
  '支持',
  '系统',
  '系統',
  '客戶',
  'サポート',
  '運営',
  '公式',
  '고객',
  '운영',
  '관리',
  '공식',
  'поддержк',
  'админ',
  'служба',
  'официал',
  'ฝ่าย',
  'แอดมิน',
  'hỗtrợ',
  'quảntrị',
  'الدعم',
  'رسمي',
  'دعم',
].map(lookalikeKey);

/** Letters and digits of scripts, with single spaces, dots, hyphens and lines between them. */
const FORM = /^[\p{L}\p{N}\p{M}]+(?:[ ._-][\p{L}\p{N}\p{M}]+)*$/u;
const MIXED = /\p{Script=Latin}/u;
const ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/**
 * Reads a merchant's nickname: how it is written, and the key by which look-alikes are one.
 * @throws Refusal OTC_NICKNAME for one that plays staff or mixes scripts that look alike
 */
export function readNickname(typed: string): { readonly nickname: string; readonly key: string } {
  const nickname = typed.normalize('NFKC').trim();
  const key = lookalikeKey(nickname);
  const isMixed = MIXED.test(nickname) && ALIKE.test(nickname);
  const isReserved = RESERVED.some((word) => key.includes(word));
  if (!FORM.test(nickname) || key.length < 2 || isMixed || isReserved)
    throw new Refusal('OTC_NICKNAME', { field: 'nickname' });
  return { nickname, key };
}

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The name of a user who is no merchant: the same for all orders, and no account can be told by it. */
export function plainNickname(key: Uint8Array, userId: number): string {
  const digest = createHmac('sha256', key).update(`candor otc ${userId}`).digest();
  return `U-${[...digest.subarray(0, 6)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
