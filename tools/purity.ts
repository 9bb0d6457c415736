import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** The packages whose results must depend on their arguments alone. */
const purePackages = ['money', 'prices', 'rules', 'products', 'kernel'];

const bannedNames = new Map<string, string>([
  ['Date', 'time comes in with the command'],
  ['performance', 'time comes in with the command'],
  ['Intl', 'its results change with the machine'],
  ['Promise', 'pure code does not wait'],
  ['setTimeout', 'pure code does not wait'],
  ['setInterval', 'pure code does not wait'],
  ['queueMicrotask', 'pure code does not wait'],
  ['process', 'no environment reaches pure code'],
  ['globalThis', 'no environment reaches pure code'],
  ['fetch', 'pure code does no I/O'],
  ['console', 'pure code does no I/O'],
  ['crypto', 'pure code draws no randomness'],
  ['eval', 'code is not made at run time'],
  ['Function', 'code is not made at run time'],
  ['WeakRef', 'its results depend on the garbage collector'],
  ['FinalizationRegistry', 'its results depend on the garbage collector'],
  ['parseFloat', 'money is never a float'],
  ['Float32Array', 'money is never a float'],
]);

/** Functions of Math that give the same exact integer everywhere when called with integers. */
const exactMath = new Set(['abs', 'ceil', 'clz32', 'floor', 'imul', 'max', 'min', 'sign', 'trunc']);

const bannedMethods = new Map<string, string>([
  ['toLocaleString', 'its results change with the machine'],
  ['toLocaleUpperCase', 'its results change with the machine'],
  ['toLocaleLowerCase', 'its results change with the machine'],
  ['toLocaleDateString', 'its results change with the machine'],
  ['toLocaleTimeString', 'its results change with the machine'],
  ['localeCompare', 'its results change with the machine'],
  ['normalize', 'its results change with the Unicode version'],
  ['toFixed', 'money is never a float'],
  ['toPrecision', 'money is never a float'],
  ['toExponential', 'money is never a float'],
  ['parseFloat', 'money is never a float'],
  ['getFloat32', 'money is never a float'],
  ['setFloat32', 'money is never a float'],
]);

export interface Impurity {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly why: string;
}

export interface PurityReport {
  readonly files: number;
  readonly impurities: readonly Impurity[];
}

/** A node that SWC parsed; a method's function has a span but no type. */
type Node = { readonly type?: string; readonly span?: { readonly start: number } } & Record<string, unknown>;

/** Reads every source file of the pure packages under `root` (tests left out) and reports what is banned there. */
export function checkPurity(root: string): PurityReport {
  const pattern = `packages/{${purePackages.join(',')}}/**/*.ts`;
  const files = globSync(pattern, { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !/(^|\/)(tests|node_modules)\//.test(file),
  );
  return { files: files.length, impurities: files.sort().flatMap((file) => checkFile(root, file)) };
}

function checkFile(root: string, file: string): Impurity[] {
  const source = readFileSync(join(root, file));
  const module = parseSync(source.toString(), { syntax: 'typescript', target: 'es2022' }) as unknown as Node;
  // SWC counts bytes from where the last parse of this process ended: the module starts at its first token.
  const offset = (module.span?.start ?? 0) - firstTokenAt(source);
  const found: Impurity[] = [];
  walk(module, (node, what, why) => {
    const at = (node.span?.start ?? 0) - offset;
    found.push({ file, line: source.subarray(0, at).toString().split('\n').length, what, why });
  });
  return found;
}

function firstTokenAt(source: Buffer): number {
  const text = source.toString();
  const skipped = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0] ?? '';
  return Buffer.byteLength(skipped);
}

type Report = (node: Node, what: string, why: string) => void;

function walk(node: Node, report: Report): void {
  inspect(node, report);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'span' || isName(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, report);
  }
}

/** An identifier that names a member or a key and is no reference to a global. */
function isName(node: Node, key: string): boolean {
  const child = node[key];
  if (!isNode(child) || child.type !== 'Identifier') return false;
  return key === 'key' || (key === 'property' && node.type === 'MemberExpression');
}

function inspect(node: Node, report: Report): void {
  if (node.type === 'Identifier') {
    const why = bannedNames.get(String(node.value));
    if (why !== undefined) report(node, String(node.value), why);
  } else if (node.type === 'MemberExpression') inspectMember(node, report);
  else if (node.async === true) report(node, 'async', 'pure code does not wait');
  else if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true))
    report(node, 'await', 'pure code does not wait');
  else if (node.type === 'Import') report(node, 'import()', 'pure code does not wait');
  else if (node.type === 'NumericLiteral' && !Number.isSafeInteger(node.value))
    report(node, String(node.value), 'money is never a float');
}

function inspectMember(node: Node, report: Report): void {
  const [object, property] = [node.object as Node, node.property as Node];
  const name = property.type === 'Identifier' ? String(property.value) : computedName(property);
  if (object.type === 'Identifier' && object.value === 'Math') {
    if (name === null || !exactMath.has(name))
      report(node, `Math.${name ?? '[…]'}`, 'only exact integer functions');
    return;
  }
  const why = name === null ? undefined : bannedMethods.get(name);
  if (why !== undefined) report(node, `.${name}`, why);
}

function computedName(property: Node): string | null {
  const expression = property.expression;
  return isNode(expression) && expression.type === 'StringLiteral' ? String(expression.value) : null;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
