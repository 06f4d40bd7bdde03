/** The fields of a line of CSV, without quotes: a quoted field may have commas. */
export const csvFields = (line: string): string[] =>
  Array.from(`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g), ([, field]) =>
    field!.startsWith('"') ? field!.slice(1, -1).replaceAll('""', '"') : field!,
  );
