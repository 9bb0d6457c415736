import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './program.ts';

/** Returns the next line to type after all that a tool said so far; null waits. */
export type Typist = (said: string) => string | null;

/** Runs a tool of the signer on a data folder; with a typist it runs on a terminal of its own. */
export async function runTool(
  dataDir: string,
  tool: string,
  args: readonly string[] = [],
  answer: Typist | null = null,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const command = [process.execPath, join(root, 'tools', tool), ...args];
  const [program, ...rest] =
    answer === null
      ? command
      : ['script', '--quiet', '--return', '--command', command.join(' '), '/dev/null'];
  const child = spawn(program!, rest, {
    cwd: root,
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', CANDOR_DATA: dataDir },
  });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += stripVTControlCharacters(String(chunk)).replaceAll('\r', '');
    const line = answer?.(said) ?? null;
    if (line !== null) child.stdin.write(`${line}\n`);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

/** Answers every question of wallet:init once; `change` may spoil a word. */
export function typist(change: (word: string) => string = (word) => word): Typist {
  let asked = -1;
  return (said) => {
    const words = [...said.matchAll(/^ ?\d+\. ([a-z]+)$/gm)].map(([, word]) => word!);
    const questions = [...said.matchAll(/^Word (\d+):$/gm)].map(([, number]) => Number(number));
    if (asked < 0 && said.includes('Press Enter')) {
      asked = 0;
      return '';
    }
    if (questions.length <= asked || asked < 0) return null;
    asked += 1;
    return change(words[questions[asked - 1]! - 1]!);
  };
}

/** Types words in a line, then a word to the question if the address is right. */
export function restorer(words: string, agreed = 'yes'): Typist {
  const answers: [RegExp, string][] = [
    [/Type the 24 words/, words],
    [/type yes:/, agreed],
  ];
  return (said) => {
    const [asked, answer] = answers[0] ?? [];
    if (asked?.test(said) !== true) return null;
    answers.shift();
    return answer!;
  };
}

/** Returns the words that wallet:init showed, and the address that pays. */
export function walletOf(said: string): { readonly words: string; readonly hot: string } {
  const words = [...said.matchAll(/^ ?\d+\. ([a-z]+)$/gm)].map(([, word]) => word!).join(' ');
  return { words, hot: /pays from (0x[0-9a-fA-F]{40})/.exec(said)?.[1] ?? '' };
}
