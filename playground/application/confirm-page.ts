const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230a6560'/%3E%3Cpath d='M4 12V4h8v8h-2V6H6v6z' fill='%23fff'/%3E%3C/svg%3E"

/** A whole page with the style of the playground. It has no script. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><link rel="icon" href="${icon}"><link rel="stylesheet" href="/assets/page.css"><body>${body}</body></html>`

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
