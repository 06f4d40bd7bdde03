/** English texts of images of digits. Code that uses them imports add-digits.ts. */
import { phrase } from '../forms/phrase';

export const digits = {
  patches: {
    label: 'Picture: choose a patch to see what it looks at',
    token: 'class token',
    patch: (row: number, column: number) => `patch ${row}, ${column}`,
    place: (name: string, weights: string) => `${name}; ${weights}`,
    title: (name: string) => `What the ${name} looks at`,
    /** Row and column of a patch are counted from 1. */
    readout: (name: unknown, choose: unknown) =>
      phrase`Shaded, on one scale: what the ${name} looks at, in %. ${choose}`,
    choose: 'Choose another patch, named by row and column.',
    force: (name: unknown) => phrase`Make the ${name} look at`,
    forceIn: (layer: string, name: string) => `${layer}: make the ${name} look at`,
    hint: 'or drag a weight to another patch',
    other: 'looked at',
  },
  drawing: {
    label: 'Paper to draw a digit on',
    keys: 'Draw with a mouse, a pen or a finger. With the keyboard, arrow keys move the pen, Space draws a dot, Shift with an arrow key draws a line.',
    clear: 'Clear',
    cleared: 'The paper is empty.',
    ink: (row: number, column: number) => `row ${row}, column ${column}, ink`,
    paper: (row: number, column: number) => `row ${row}, column ${column}, paper`,
  },
};
