/** A kept text with its line breaks: its first line, a mail's subject, and the rest once that is pressed. */
export function KeptText({ words }: { readonly words: string }) {
  const [first = '', ...rest] = words.split('\n');
  return rest.length === 0 ? (
    words
  ) : (
    <details>
      <summary className="cursor-pointer rounded-base touch:py-3">{first}</summary>
      {/* of its own: where a row is a card, its cells take no line breaks */}
      <span className="block whitespace-pre-line">{rest.join('\n').trim()}</span>
    </details>
  );
}
