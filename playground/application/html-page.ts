const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230a6560'/%3E%3Cpath d='M4 12V4h8v8h-2V6H6v6z' fill='%23fff'/%3E%3C/svg%3E"

export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A whole page with the style of the playground. It has no script. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="icon" href="${icon}"><link rel="stylesheet" href="/assets/page.css"><body>${body}</body></html>`

/** A response with such a page. */
export const htmlResponse = (status: number, html: string): Response =>
  new Response(html, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  })

/** A page in the style of the playground that says what happened and what to do. */
export const messagePage = (status: number, title: string, text: string): Response =>
  htmlResponse(
    status,
    htmlPage(
      title,
      `<main class="notice-page"><p class="notice-brand"><b>Mortise</b> playground</p><h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(text)}</p><a class="button button-primary" href="/">Open the playground</a></main>`,
    ),
  )

/** The page for an address that leads nowhere. */
export const notFoundPage = (): Response =>
  messagePage(
    404,
    "This page does not exist",
    "The address is wrong, or it belongs to a store that was closed.",
  )
