import { describe, expect, it } from 'vitest';
import { oneMeaning } from '../../scripts/rules/one_meaning.mjs';
import { violationsOf } from '../../scripts/rules/violations.mjs';

/** The rule's problems in these files of web/src (path -> text), as 'path:line: problem'. */
const repeatedIn = (files) =>
  violationsOf(
    oneMeaning,
    Object.entries(files).map(([path, text]) => ({ path: `web/src/${path}`, text })),
  ).map(({ path, line, problem }) => `${path}:${line}: ${problem}`);

describe('exported names', () => {
  it.each([
    'export function part() {}',
    'export async function* part() {}',
    'export class part {}',
    'export abstract class part {}',
    'export const other = 1, part = 2;',
    'export let part = 1;',
    'export type part = string;',
    'export interface part {}',
    'export enum part { a }',
    'export const enum part { a }',
    'export declare const part: string;',
  ])('finds one in another folder: %s', (code) => {
    const files = { 'draw/scene.ts': 'export interface part {}', 'views/vector.ts': `\n${code}` };
    expect(repeatedIn(files)).toEqual([
      "web/src/views/vector.ts:2: 'part' is also exported by web/src/draw/scene.ts",
    ]);
  });

  it('finds one in a folder and its sub-folder, and in each further folder', () => {
    const code = 'export const part = 1;';
    expect(repeatedIn({ 'a.ts': code, 'b/b.ts': code, 'b/c/d.ts': code })).toEqual([
      "web/src/b/b.ts:1: 'part' is also exported by web/src/a.ts",
      "web/src/b/c/d.ts:1: 'part' is also exported by web/src/a.ts",
    ]);
  });

  it.each([
    ['that is not exported', 'const part = 1;'],
    ['of a member', 'export class Other { part = 1; }'],
    ['inside a function', 'export function other() { const part = 1; return part; }'],
    ['that comes from another file', "export { part } from '../draw/scene';"],
    ['of the type of another file', "export type { part } from '../draw/scene';"],
    ['that begins with it', 'export const partOf = 1;'],
  ])('allows one %s', (_, code) =>
    expect(repeatedIn({ 'draw/scene.ts': 'export const part = 1;', 'views/a.ts': code })).toEqual(
      [],
    ),
  );

  it('allows the twins of the offline file and the package, which are in one folder', () => {
    const code = 'export const places = 1;';
    expect(
      repeatedIn({ 'a/places.ts': code, 'a/places.file.ts': code, 'a/places.package.ts': code }),
    ).toEqual([]);
  });

  it('allows the texts of all languages, but not their names elsewhere', () => {
    const code = 'export const views = {};';
    const texts = { 'words/en/views.ts': code, 'words/de/views.ts': code };
    expect(repeatedIn(texts)).toEqual([]);
    expect(repeatedIn({ ...texts, 'words/forms/a.ts': code })).toEqual([]);
    expect(repeatedIn({ ...texts, 'embed/embedding.ts': code })).toEqual([
      "web/src/embed/embedding.ts:1: 'views' is also exported by web/src/words/en/views.ts",
    ]);
  });

  it('allows the public API', () => {
    const engine = 'export function createEngine() {}';
    expect(repeatedIn({ 'engine/a.ts': engine, 'pages/exports/a.ts': engine })).toEqual([]);
  });
});
