/** A picture as a flat list of shapes in CSS pixels, to paint on a canvas or write as SVG. */
import type { Raster } from '../matrix/raster';

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly paper: string;
  /** Font families: sans for text, serif for formulas. */
  readonly fonts: Fonts;
  readonly shapes: readonly Shape[];
}

export interface Fonts {
  readonly sans: string;
  readonly serif: string;
}

export type Shape = RectShape | PathShape | TextShape | RasterShape;

export interface RectShape {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius?: number;
  readonly fill?: string;
  readonly stroke?: string;
  readonly lineWidth?: number;
}

export interface PathShape {
  readonly kind: 'path';
  readonly x: number;
  readonly y: number;
  /** SVG path data, relative to x and y. */
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly lineWidth?: number;
  /** Disable antialiasing, so that no gaps show between adjacent cells. */
  readonly crisp?: boolean;
}

export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly fill: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly family?: keyof Fonts;
  /** Clockwise rotation about (x, y), in degrees. */
  readonly angle?: number;
  /** Outline color that keeps the text legible on any background. */
  readonly halo?: string;
}

/** The cells of a matrix, scaled to fill a rectangle without gaps. */
export interface RasterShape {
  readonly kind: 'raster';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly raster: Raster;
}

/** Font sizes, as on the pages: of labels and numbers, of names and titles, and of a sentence and a formula. */
export const kText = 14;
export const kName = 18;
export const kSentence = 36;

/** Stroke width of a text halo. */
export const kHalo = 4;

/** Measures the width of a text in pixels. */
export type Measure = (text: string, style: TextStyle) => number;
export type TextStyle = Pick<TextShape, 'size' | 'bold' | 'italic' | 'family'>;

/** A part of a picture, in coordinates relative to its own top left corner. */
export interface Part {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export function translateShape<S extends Shape>(shape: S, x: number, y: number): S {
  return { ...shape, x: shape.x + x, y: shape.y + y };
}

/** A text with its baseline at (x, y). */
export function textAt(
  x: number,
  y: number,
  text: string,
  style: Omit<TextShape, 'kind' | 'x' | 'y' | 'text'>,
): TextShape {
  return { kind: 'text', x, y, text, ...style };
}

/** The baseline of a text that is vertically centered at `y`. */
export function baselineFor(y: number, size: number): number {
  return y + size * 0.35;
}

/** Formats a coordinate to a hundredth of a pixel, in as few characters as possible. */
export function shortNumber(value: number): string {
  return String(Math.round(value * 100) / 100 || 0);
}
