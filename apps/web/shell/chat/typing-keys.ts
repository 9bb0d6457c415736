/** The parts of a key press by which a message is written. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  /** True while an input method composes: Enter then takes its candidate. */
  readonly isComposing: boolean;
  /** 229 where an input method took the press, which Safari says of the Enter that ends a composition. */
  readonly keyCode: number;
}

const OF_INPUT_METHOD = 229;

/** Returns the act of a press: Enter sends, Ctrl+Enter begins a new line; null where the field does what it always does. */
export function actOfPress(press: Press): 'send' | 'newLine' | null {
  if (press.key !== 'Enter' || press.isComposing || press.keyCode === OF_INPUT_METHOD) return null;
  if (press.ctrlKey || press.metaKey) return 'newLine';
  return press.shiftKey || press.altKey ? null : 'send';
}

/** Returns the text with a new line in place of a selection, and where the caret stands then. */
export function withNewLine(
  text: string,
  from: number,
  to: number,
): { readonly text: string; readonly caret: number } {
  return { text: `${text.slice(0, from)}\n${text.slice(to)}`, caret: from + 1 };
}
