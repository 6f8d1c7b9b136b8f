import { escapeHtml, htmlPage, htmlResponse } from "./html-page.ts"

/** The page that a mailed link opens. Opening it does not use the link, so a mail scanner does no harm. */
export function confirmPage(email: string, fields: Readonly<Record<string, string>>): Response {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const form = `<main class="notice-page"><p class="notice-brand"><b>Mortise</b> playground</p><h1>Sign in</h1><p class="soft">The link works once, and only the button uses it: a mail scanner that opens this page does no harm.</p><form method="post">${hidden.join("")}<button class="button button-primary button-wide">Sign in as ${escapeHtml(email)}</button></form></main>`
  return htmlResponse(200, htmlPage("Sign in", form))
}
