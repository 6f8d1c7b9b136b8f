/** A page that a route shows if the request came from a form or a link. */
export type RoutePage = {
  readonly status: number
  readonly title: string
  readonly text: string
  /** Why the request was refused. */
  readonly reason?: string
  /** A form to show, which is posted to `action` with all `fields`. */
  readonly form?: {
    readonly action: string
    readonly fields: Readonly<Record<string, string>>
    readonly button: string
    /** The field `code`, for the code in the mail. It must accept letters and hyphens. */
    readonly asksForCode: boolean
  }
  /** The page with the sign-in form, to link to. */
  readonly signIn: string
}

const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style =
  "body{max-width:26rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}" +
  "button,input{font:inherit;padding:.4rem .8rem;margin:0 .5rem .5rem 0}"

const codeField = `<label>Code <input name="code" autocomplete="one-time-code" required autofocus></label> `

/** The page in plain HTML, without scripts. */
export function pageHtml({ title, text, form, signIn }: RoutePage): string {
  const hidden = Object.entries(form?.fields ?? {}).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const shown =
    form &&
    `<form method="post" action="${escapeHtml(form.action)}">${hidden.join("")}${form.asksForCode ? codeField : ""}<button>${escapeHtml(form.button)}</button></form>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
${shown ?? ""}<p><a href="${escapeHtml(signIn)}">Back</a></p></main></body></html>
`
}
