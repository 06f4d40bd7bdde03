/** The alerts that say something: an empty one waits in the page, so that a screen reader announces its text. */
import type { Locator, Page } from '@playwright/test';

export const alerts = (within: Page | Locator) =>
  within.getByRole('alert').filter({ hasText: /\S/ });
