const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (body: string): string => `<!doctype html><meta name="referrer" content="no-referrer">${body}`

/** The page of somebody who is signed in. */
export const home = (email: string): string =>
  page(
    `<p>Hello ${escaped(email)}</p><form method="post" action="/sign-out"><button>Sign out</button></form>`,
  )

/** The page of somebody who is not. */
export const signIn = (): string =>
  page(
    `<form method="post" action="/sign-in"><input name="email" type="email"><button>Send me a link</button></form>`,
  )

/** The page behind a mailed link. Opening it does nothing: a mail scanner may look at it as often as it likes. */
export const confirm = (email: string, fields: Readonly<Record<string, string>>): string => {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return page(`<form method="post">${hidden.join("")}<button>Sign in as ${escaped(email)}</button></form>`)
}

export const say = (sentence: string): string => page(`<p>${escaped(sentence)}</p>`)
