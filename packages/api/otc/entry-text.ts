// No schemas: browsers load this module.
import type { OtcEntryRow } from './records.ts';

/** Returns the message that says what happened to an order: users and operators read the same. */
export function otcEntryText(entry: OtcEntryRow) {
  switch (entry.kind) {
    case 'created':
      return 'escrow.entry.created' as const;
    case 'moved':
      if (entry.to === 'appealed' && entry.by === 'clock') return 'escrow.appeal.silence' as const;
      return entry.to === 'created'
        ? ('escrow.entry.created' as const)
        : (`escrow.entry.${entry.to}` as const);
    case 'ended':
      return `escrow.entry.${entry.end}` as const;
    case 'asked':
      return `escrow.entry.asked.${entry.why}` as const;
    case 'stated':
      return `escrow.entry.stated.${entry.by}` as const;
    default:
      return `escrow.entry.late.${entry.what}` as const;
  }
}
