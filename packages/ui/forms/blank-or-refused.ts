import { isRefusedNumber } from '@candor/i18n';

/** Why a field cannot be sent whatever its form checks, as the id of a message; null where it can. */
export function blankOrRefused(
  value: unknown,
  isRequired: boolean,
): 'ui.form.required' | 'ui.number.unread' | null {
  if (isRefusedNumber(value)) return 'ui.number.unread';
  return isRequired && isBlank(value) ? 'ui.form.required' : null;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
