/** NumPy and Python's csv module read the written files back bit for bit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { csvOf } from '../../../web/src/files/csv';
import { decimal } from '../../../web/src/files/decimal';
import { fileNameOf } from '../../../web/src/elements/save/save-content';
import { fileName } from '../../../web/src/files/file-name';
import { npyOf, npyOfBytes, npyOfIntegers } from '../../../web/src/files/npy';
import { nameParts } from '../../../web/src/files/provenance';
import { seeded } from '../../support/seeded';
import { python as run } from '../../support/python';

const folder = mkdtempSync(join(tmpdir(), 'attention-write-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = (program: string) => run(program, folder);

const awkward = new Float32Array([
  0.1,
  -0,
  1 / 3,
  16777216,
  1e-45,
  3.4028235e38,
  -Infinity,
  Infinity,
  NaN,
  123456.79,
  -1e-7,
  0,
]);

describe('NPY', () => {
  test.each([[[12]], [[3, 4]], [[1, 2, 3, 2]], [[]], [[0, 5]]])(
    'NumPy reads shape %j',
    (shape: number[]) => {
      const size = shape.reduce((product, extent) => product * extent, 1);
      writeFileSync(join(folder, 'a.npy'), npyOf({ shape, data: awkward.slice(0, size) }));
      const output = JSON.parse(
        python(
          'import numpy, json; a = numpy.load("a.npy", allow_pickle=False);' +
            'print(json.dumps([a.dtype.str, list(a.shape), a.tobytes().hex()]))',
        ),
      );
      const bytes = Buffer.from(awkward.slice(0, size).buffer).toString('hex');
      expect(output).toEqual(['<f4', shape, bytes]);
    },
  );

  test('integers are an array of int32', () => {
    const ids = [0, 101, 2 ** 31 - 1, -1];
    writeFileSync(join(folder, 'i.npy'), npyOfIntegers(ids));
    const program =
      'import numpy, json; a = numpy.load("i.npy"); print(json.dumps([a.dtype.str, a.tolist()]))';
    expect(JSON.parse(python(program))).toEqual(['<i4', ids]);
  });

  test('bytes are an array of uint8, aligned to 64', () => {
    const file = npyOfBytes(new TextEncoder().encode('{"ä": 1}'));
    writeFileSync(join(folder, 'b.npy'), file);
    expect(python('import numpy; print(numpy.load("b.npy").tobytes().decode())').trim()).toBe(
      '{"ä": 1}',
    );
    expect((file.length - 9) % 64).toBe(0);
  });
});

describe('CSV', () => {
  const tensor = {
    axes: ['head', 'query', 'key'],
    shape: [2, 2, 3],
    data: awkward,
  };

  test('has a line per row, with indices, labels and values that are read back exactly', () => {
    const tokens = ['say "hi"', '=1+1,\nx', 'cat'];
    writeFileSync(join(folder, 'c.csv'), csvOf(tensor, { query: tokens, key: tokens }));
    const rows = JSON.parse(
      python('import csv, json; print(json.dumps(list(csv.reader(open("c.csv", newline="")))))'),
    ) as string[][];
    expect(rows[0]).toEqual(['head', 'query', 'query_token', 'say "hi"', "'=1+1,\nx", 'cat']);
    expect(rows.slice(1).map((row) => row.slice(0, 3))).toEqual([
      ['0', '0', 'say "hi"'],
      ['0', '1', "'=1+1,\nx"],
      ['1', '0', 'say "hi"'],
      ['1', '1', "'=1+1,\nx"],
    ]);
    const output = python(
      'import csv, numpy; rows = list(csv.reader(open("c.csv", newline="")))[1:];' +
        'print(numpy.array([row[3:] for row in rows], dtype="float32").tobytes().hex())',
    );
    expect(output.trim()).toBe(Buffer.from(awkward.buffer).toString('hex'));
  });

  test('ends each line with the provenance of the numbers', () => {
    const about = { model: 'my, own', link: '#v=3' };
    writeFileSync(join(folder, 'p.csv'), csvOf(tensor, { key: ['a', 'b', 'c'] }, about));
    const rows = JSON.parse(
      python('import csv, json; print(json.dumps(list(csv.reader(open("p.csv", newline="")))))'),
    ) as string[][];
    expect(rows[0]).toEqual(['head', 'query', 'a', 'b', 'c', 'model', 'link']);
    for (const row of rows.slice(1)) expect(row.slice(5)).toEqual(['my, own', '#v=3']);
  });

  test('names the groups of indices after their labels', () => {
    const labels = { head: ['a', 'b'] };
    const groups = { head: ['one, meaning', 'another'] };
    const lines = csvOf(tensor, labels, {}, [], groups).split('\r\n');
    expect(lines[0]).toBe('head,query,head_token,head_group,key0,key1,key2');
    expect(lines.slice(1, 5).map((line) => line.split(',').slice(0, -3).join())).toEqual([
      '0,0,a,"one, meaning"',
      '0,1,a,"one, meaning"',
      '1,0,b,another',
      '1,1,b,another',
    ]);
  });

  test('writes a vector as one line, with columns named after its axis', () => {
    expect(csvOf({ axes: ['d_head'], shape: [2], data: new Float32Array([1, 2.5]) })).toBe(
      'd_head0,d_head1\r\n1,2.5\r\n',
    );
  });
});

test('a decimal is the shortest that gives the same float32', () => {
  const random = seeded(3);
  for (let i = 0; i < 2000; i++) {
    const value = Math.fround(random.normal() * 10 ** ((Math.floor(i / 20) % 60) - 30));
    const text = decimal(value);
    expect(Object.is(Math.fround(Number(text)), value)).toBe(true);
    const digits = text
      .replace(/e.*/, '')
      .replace(/\D/g, '')
      .replace(/^0+|0+$/g, '').length;
    const fewer = digits > 1 && Math.fround(Number(value.toPrecision(digits - 1))) === value;
    expect(digits <= 6 || !fewer, text).toBe(true);
  }
  expect([0.5, 0.1, -0, 1e-7].map((value) => decimal(Math.fround(value)))).toEqual([
    '0.5',
    '0.1',
    '-0.0',
    '1e-7',
  ]);
});

describe('a file name', () => {
  test('describes the content', () => {
    expect(fileName(['weights', 'head1', 'The cat sat!'], 'npy')).toBe(
      'weights-head1-the-cat-sat.npy',
    );
    expect(fileName(['w_q', null, '猫 坐'], 'csv')).toBe('w_q-猫-坐.csv');
    // The raised number of a word's place.
    expect(fileName(['weights-of', 'r⁸'], 'csv')).toBe('weights-of-r8.csv');
  });

  test.each([
    ['layer 12, head 12', '-layer12-head12'],
    ['Schicht 12, Kopf 12', '-schicht12-kopf12'],
    ['第 12 层第 12 个头', '-第12层第12个头'],
  ])('has the whole place of a head after the longest word: %s', (place, part) => {
    const name = fileNameOf('weights-and-values-of', 'a'.repeat(500));
    const parts = [name, ...nameParts({ place, model: 'MiniLM' })];
    expect(fileName(parts, 'csv')).toContain(part);
  });

  test.each(['../../etc/passwd', 'a\0b', 'x\u202egpj.exe', '<b>&', '...', 'a'.repeat(500), ' '])(
    'contains neither paths nor special names: %j',
    (text) => {
      const name = fileName([text], 'npy');
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}_]+(-[\p{L}\p{M}\p{N}_]+)*\.npy$/u);
      expect(name.length).toBeLessThan(70);
    },
  );
});
