const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A whole page with the style of the playground. It has no script. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><link rel="stylesheet" href="/assets/page.css"><body>${body}</body></html>`

/** The page that a mailed link opens. Opening it does not use the link, so a mail scanner does no harm. */
export function confirmPage(email: string, fields: Readonly<Record<string, string>>): Response {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  const form = `<main class="confirm"><h1>Sign in</h1><form method="post">${hidden.join("")}<button class="button button-primary button-wide">Sign in as ${escaped(email)}</button></form></main>`
  return new Response(htmlPage("Sign in", form), {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  })
}
