const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (body: string): string => `<!doctype html><meta name="referrer" content="no-referrer">${body}`

/** The page of a signed-in user. */
export const home = (email: string): string =>
  page(
    `<p>Hello ${escaped(email)}</p><form method="post" action="/sign-out"><button>Sign out</button></form>`,
  )

/** The page of a visitor. */
export const signIn = (): string =>
  page(
    `<form method="post" action="/sign-in"><input name="email" type="email"><button>Send me a link</button></form>`,
  )

/** The page that a mailed link opens. Opening it does not use the link, so a mail scanner does no harm. */
export const confirm = (email: string, fields: Readonly<Record<string, string>>): string => {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return page(`<form method="post">${hidden.join("")}<button>Sign in as ${escaped(email)}</button></form>`)
}

export const message = (sentence: string): string => page(`<p>${escaped(sentence)}</p>`)
