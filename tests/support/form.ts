import type { Locator, Page } from 'playwright-core';

/** A form of the panel, or one of its nested rows. */
export type FormScope = Page | Locator;

/** Picks records in a relation field, by title, in this order. */
export async function pick(part: FormScope, field: string, ...titles: string[]): Promise<void> {
  const page = 'page' in part ? part.page() : part;
  // The label includes the number of picked records, and an asterisk if the field is required.
  const picker = part.getByRole('combobox', { name: new RegExp(`^${field}( \\(\\d+\\))?( ?\\*)?$`) });
  for (const title of titles) {
    await picker.click();
    await picker.fill(title);
    await page.getByRole('option', { name: title }).first().click();
    await part
      .getByRole('link', { name: title })
      .or(part.getByRole('button', { name: title }))
      .first()
      .waitFor();
  }
}

/** Types a day into its field, in the format of the form's language. */
export async function writeDay(part: FormScope, field: string, day: string): Promise<void> {
  const input = part.getByRole('combobox', { name: field, exact: true });
  await input.fill(day);
  await input.press('Tab');
}

/** Adds the first nested row under this label and returns its element. */
export async function addRow(page: Page, label: string): Promise<Locator> {
  const rows = page.getByText(`${label} (0)`, { exact: true }).locator('xpath=ancestor::*[.//button][1]');
  await rows.getByRole('button').first().click();
  const row = page
    .getByText(`${label} (1)`, { exact: true })
    .locator('xpath=ancestor::*[.//*[@role="region"]][1]')
    .getByRole('region');
  await row.waitFor();
  return row;
}

/** Saves the form. */
export async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: /^(儲存|Save)$/ }).click();
  expect((await saved).status()).toBe(200);
}
