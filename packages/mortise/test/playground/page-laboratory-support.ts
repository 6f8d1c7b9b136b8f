import type { Locator, Page } from "playwright-core"

/** Opens the list of the experiments that the first screen does not show. */
export const openMore = (page: Page) => page.getByText(/\d more experiments/).click()

/** Presses the button of a card, sees its progress, and waits until the experiment ends. */
export async function runExperiment(
  page: Page,
  title: string,
  button: string | RegExp,
  timeout?: number,
): Promise<Locator> {
  const card = page.getByRole("region", { name: title, exact: true })
  await card.getByRole("button", { name: button }).click()
  await card.getByRole("progressbar").waitFor()
  await card.locator(".verdict").waitFor(timeout === undefined ? {} : { timeout })
  return card
}

/** The rows of the result: the text of each cell, and whether it is marked as wrong. */
export const rowsOf = (card: Locator) =>
  card.locator(".comparison tbody tr").evaluateAll((rows) =>
    rows.map((row) => ({
      measure: row.querySelector("th")?.textContent,
      cells: [...row.querySelectorAll("td")].map((cell) => cell.firstChild?.textContent),
      wrong: [...row.querySelectorAll("td")].map((cell) => cell.classList.contains("comparison-wrong")),
    })),
  )
