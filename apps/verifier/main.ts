import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ArchiveFolder, JournalError, ownKernelCodeHash, RELEASED_KERNELS } from '@candor/journal';
import { verifyOperatorLog } from './operator-log.ts';
import { type FoundReceipt, ReceiptFinder, ReceiptUnreadableError } from './receipts/index.ts';
import { type Verified, verifyJournal } from './verify.ts';

const usage = `Verifies an exported journal from its file alone.

  npm run verify -- <file> [--archive <folder>] [--receipt <file>] [--trust <sha256 of a kernel's code>]… [--json]
  npm run verify -- --archive <folder> [--receipt <file>] [--trust <sha256 of a kernel's code>]… [--json]
  npm run verify -- --operator-log <file> [--head <hash>] [--json]

The chain of all rows, the replay of every command under the kernel that applied it, the double entries, the index
prices and every receipt are recomputed. The code of a kernel comes with the journal; it is run where these sources
give the same code, where it is one of the released kernels, or where you name its hash. --receipt names a receipt as the
pages copy it as JSON, or its seq, rowHash and eventsDigest alone: it is found in the journal by all three, and each of
its figures is compared with the events there. --archive names the folder of archived rows: they are read before an export that was
made without them, or alone, up to the last archived row. The last form recomputes the chain of the operators' log; --head names
a head that you saw earlier, which the log must still hold. Ends with 0 when all of it holds, with 1 when something does not, with
2 when it could not be read, with 3 when a part was not checked, as an unknown kernel wrote it.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      trust: { type: 'string', multiple: true, default: [] },
      'operator-log': { type: 'string' },
      head: { type: 'string' },
      receipt: { type: 'string' },
      archive: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const operatorLog = values['operator-log'];
  if (operatorLog !== undefined && !values.help && positionals.length === 0)
    return verifyLog(operatorLog, values.head?.toLowerCase() ?? null, values.json);
  const [file, ...more] = positionals;
  const { archive } = values;
  if (values.help || (file === undefined && archive === undefined) || more.length > 0) {
    say(usage);
    return values.help ? 0 : 2;
  }
  const receipt = values.receipt === undefined ? undefined : await readReceipt(values.receipt);
  const own = await ownKernelCodeHash();
  const released = RELEASED_KERNELS.map(({ codeHash }) => codeHash);
  const trusted = new Set([own, ...released, ...values.trust.map((hash) => hash.toLowerCase())]);
  try {
    const verified = await verifyJournal({
      bytes: file === undefined ? null : createReadStream(file),
      archive: archive === undefined ? null : new ArchiveFolder(archive),
      trusts: (codeHash) => trusted.has(codeHash),
      ...(receipt === undefined ? {} : { receipt }),
    });
    if (values.json) say(JSON.stringify(verified));
    else tell(verified, file === undefined);
    if (verified.findingCount > 0 || (verified.receipt?.findings.length ?? 0) > 0) return 1;
    return verified.notChecked === null ? 0 : 3;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    if (values.json)
      say(JSON.stringify({ error: error.code, batchNo: error.batchNo, message: error.message }));
    else say(`Does not hold. ${error.message}`);
    return 1;
  }
}

/** Throws ReceiptUnreadableError, and what reading a file throws. */
async function readReceipt(file: string): Promise<ReceiptFinder> {
  const text = await readFile(file, 'utf8');
  try {
    return new ReceiptFinder(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReceiptUnreadableError(`${file} is no JSON: ${error.message}`);
  }
}

async function verifyLog(file: string, head: string | null, json: boolean): Promise<number> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const verified = await verifyOperatorLog({ lines, head });
  const { entries, headHash, finding } = verified;
  if (json) say(JSON.stringify(verified));
  else if (finding === null)
    say(`Operators' log: ${entries} entries, the chain holds up to the head ${headHash}`);
  else say(`Operators' log: entry ${finding.line} ${finding.what}.`);
  return finding === null ? 0 : 1;
}

function tell(verified: Verified, isArchiveAlone: boolean): void {
  const { rows, commands, mode, headHash, kernels, checks, findings, findingCount, notChecked } = verified;
  say(`Journal: ${rows} rows, ${commands} commands, ${mode} mode, replayed by kernel ${kernels.join(', ')}`);
  const end = notChecked !== null ? 'row' : isArchiveAlone ? `the last archived row, ${rows},` : 'the head';
  say(`Chain:   holds from the first row to ${end} ${headHash}`);
  for (const { name, count } of checks) say(`Recomputed ${count} ${name}`);
  if (verified.receipt !== null) tellReceipt(verified.receipt);
  if (notChecked !== null) say(`Not checked from here on: ${notChecked} --trust names its hash.`);
  if (findingCount === 0) {
    const whole = isArchiveAlone ? `All of it holds, up to row ${rows}.` : 'All of it holds.';
    const holds = notChecked === null ? whole : 'What was checked holds.';
    const stands = (verified.receipt?.findings.length ?? 0) === 0;
    say(stands ? holds : `${holds.slice(0, -1)}, but not the receipt.`);
    return;
  }
  for (const { seq, what } of findings) say(`Command ${seq}: ${what}`);
  say(`${findingCount} of what was recomputed came out otherwise.`);
}

function tellReceipt(receipt: FoundReceipt): void {
  const { kind, seq, row, hashMatches, digestMatches, figures, findings, notCompared } = receipt;
  const says = (matches: boolean) => (matches ? 'matches' : 'does not match');
  if (row !== null)
    say(
      `Receipt: found at row ${row} (command ${seq}), hash ${says(hashMatches)}, digest ${says(digestMatches)}` +
        (kind === 'place' ? ', only its place was compared' : `, ${figures} figures of the ${kind} match`),
    );
  for (const finding of findings) say(`Receipt: ${finding}`);
  if (notCompared.length > 0) say(`Receipt: not compared: ${notCompared.join(', ')}`);
}

function isMissingFile(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EISDIR'].includes(String(error.code))
  );
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!isMissingFile(error) && !(error instanceof TypeError) && !(error instanceof ReceiptUnreadableError))
    throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
