/** A teacher's page on its own origin, with frames and scripts of the lab. */
import type { Page } from '@playwright/test';

export function pageWith(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<style>body{margin:0} iframe{border:0} .far{height:4000px}</style><body>${body}</body></html>`;
}

/** Records the messages that frames post to this page. Call before opening the page. */
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

/** The messages recorded so far, or only those of one kind. */
export async function messagesOf(page: Page, kind?: string): Promise<Message[]> {
  const kept = await page.evaluate(() => {
    const { kept } = globalThis as unknown as { kept: { data: Message; origin: string }[] };
    // Leaves out tensors, which are long and not needed here.
    return JSON.parse(
      JSON.stringify(kept, (_, value) => (ArrayBuffer.isView(value) ? 'numbers' : value)),
    ) as { data: Message; origin: string }[];
  });
  return kept.map(({ data }) => data).filter((data) => kind === undefined || data.kind === kind);
}
