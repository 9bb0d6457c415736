/** Returns what stays in a field once its text is sent: what was typed meanwhile stays, the sent text goes. */
export const afterSending = (draft: string, sent: string): string => (draft === sent ? '' : draft);
