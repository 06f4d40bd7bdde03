/** A picture as a flat list of shapes, in CSS pixels: painted on a canvas, or written as SVG. */
import type { Raster } from '../matrix/raster';

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly paper: string;
  /** Families for text and for mathematics. */
  readonly fonts: Fonts;
  readonly shapes: readonly Shape[];
}

export interface Fonts {
  readonly sans: string;
  readonly serif: string;
}

/** Every shape stands at its own x and y. */
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
  /** As in SVG, from x and y. */
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly lineWidth?: number;
  /** Neighbours that touch must not let the paper shine through. */
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
  /** Degrees, clockwise, about x and y. */
  readonly angle?: number;
  /** The colour of an edge that keeps the text legible on what lies behind. */
  readonly halo?: string;
}

/** The cells of a matrix, scaled up to a rectangle without a gap between them. */
export interface RasterShape {
  readonly kind: 'raster';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly raster: Raster;
}

/** Text sizes: of what is read, and of labels, ticks and captions. */
export const kText = 13;
export const kSmall = 12;

/** The width of a text's halo. */
export const kHalo = 4;

/** The width of a text in pixels. */
export type Measure = (text: string, style: TextStyle) => number;
export type TextStyle = Pick<TextShape, 'size' | 'bold' | 'italic' | 'family'>;

/** A part of a picture, from its own 0, 0. */
export interface Part {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export function moved<S extends Shape>(shape: S, x: number, y: number): S {
  return { ...shape, x: shape.x + x, y: shape.y + y };
}

/** Where the baseline of a text lies whose middle is at `y`. */
export function centred(y: number, size: number): number {
  return y + size * 0.35;
}

/** To a hundredth of a pixel, in as few characters as possible. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100 || 0);
}
