import type { Locator, Page } from 'playwright-core';

/** A form of the panel, or a row of its nested rows. */
export type Part = Page | Locator;

/** Chooses records in a relation's picker by what they are called, one after the other. */
export async function pick(part: Part, field: string, ...titles: string[]): Promise<void> {
  const page = 'page' in part ? part.page() : part;
  // The label counts what has been chosen, and has a mark where something must be.
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

/** Writes a day into its field, as it is written in the form's language. */
export async function writeDay(part: Part, field: string, day: string): Promise<void> {
  const input = part.getByRole('combobox', { name: field, exact: true });
  await input.fill(day);
  await input.press('Tab');
}

/** Adds the first row to the nested rows of this label, and answers its part of the form. */
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
