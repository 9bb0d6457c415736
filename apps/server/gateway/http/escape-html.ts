const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes a text so that HTML shows it as it is. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);
