/** A teacher's page: on an origin of its own, with frames and scripts of the lab's. */
import type { Page } from '@playwright/test';

export function pageWith(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<style>body{margin:0} iframe{border:0} .far{height:4000px}</style><body>${body}</body></html>`;
}

/** What frames have said to this page, `{ data, origin }` each, from before it is opened. */
export async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: { data: unknown; origin: string }[] = [];
    (globalThis as unknown as { kept: typeof kept }).kept = kept;
    addEventListener('message', ({ data, origin }) => kept.push({ data, origin }));
  });
}

export interface Message {
  kind: string;
  height?: number;
  message?: string;
  state?: Record<string, unknown>;
  detail?: Record<string, unknown>;
}

/** The kinds of messages, or all of one kind. */
export async function messagesOf(page: Page, kind?: string): Promise<Message[]> {
  const kept = await page.evaluate(() => {
    const { kept } = globalThis as unknown as { kept: { data: Message; origin: string }[] };
    // Tensors are long; their shapes say enough here.
    return JSON.parse(
      JSON.stringify(kept, (_, value) => (ArrayBuffer.isView(value) ? 'numbers' : value)),
    ) as { data: Message; origin: string }[];
  });
  return kept.map(({ data }) => data).filter((data) => kind === undefined || data.kind === kind);
}
