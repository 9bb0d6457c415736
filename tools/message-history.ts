import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { digestOf, type RoomTexts } from '../packages/i18n/revised.ts';
import type { Texts } from './message-files.ts';

/** Commits of a room that are looked through for the texts of its last revision. */
const MOST_COMMITS = 500;

/** The files of a room. */
export interface RoomFiles {
  readonly english: string;
  readonly translated: string;
}

/** Reads what a repository's history holds of the messages. */
export class MessageHistory {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the texts of a room at the last commit at which its English texts had that digest; null where there is none. */
  textsAt(digest: string, { english, translated }: RoomFiles): RoomTexts | null {
    for (const commit of this.#commitsOf(english)) {
      const texts = this.#read(commit, english);
      if (texts === null || digestOf(texts) !== digest) continue;
      return { english: texts, translated: this.#read(this.#lastWith(commit, english), translated) ?? {} };
    }
    return null;
  }

  #commitsOf(file: string): readonly string[] {
    const listed = this.#git('log', `-${MOST_COMMITS}`, '--format=%H', '--', this.#within(file));
    return listed === null ? [] : listed.split('\n').filter((line) => line !== '');
  }

  /** Returns the last commit before the English texts changed again: by then the translation may have been revised. */
  #lastWith(commit: string, file: string): string {
    const commits = this.#commitsOf(file);
    const next = commits[commits.indexOf(commit) - 1];
    return next === undefined ? 'HEAD' : `${next}~`;
  }

  #read(commit: string, file: string): Texts | null {
    const text = this.#git('show', `${commit}:${this.#within(file)}`);
    return text === null ? null : (JSON.parse(text) as Texts);
  }

  #within(file: string): string {
    return relative(this.#root, file);
  }

  #git(...args: readonly string[]): string | null {
    try {
      return execFileSync('git', args, {
        cwd: this.#root,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      // no repository, or the file was not there yet
      return null;
    }
  }
}
