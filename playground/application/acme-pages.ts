import { people } from "./people.ts"

// Acme is a different site, so it has its own look and uses no file of the playground.
const style = `
:root { color-scheme: light dark }
* { box-sizing: border-box }
body { margin: 0; min-block-size: 100vh; display: grid; place-items: center; padding: 1rem;
  background: light-dark(#eef0f8, #11131c); color: light-dark(#1c2033, #e8e9f2); font: 1rem/1.5 system-ui, sans-serif }
main { inline-size: min(26rem, 100%); padding: 2rem; border-radius: 1rem;
  background: light-dark(#fff, #1a1d2a); box-shadow: 0 1rem 3rem light-dark(#1c203322, #0008) }
h1 { margin: 0 0 .25rem; font-size: 1.375rem }
p { margin: 0 0 1.25rem; color: light-dark(#565d78, #a9afc6) }
form { display: grid; gap: .625rem }
button, a.back { display: flex; align-items: center; gap: .875rem; inline-size: 100%; padding: .75rem 1rem;
  border: 1px solid light-dark(#cfd4e6, #3a4059); border-radius: .75rem; background: none; color: inherit;
  font: inherit; text-align: start; text-decoration: none; cursor: pointer }
button:hover, a.back:hover { border-color: light-dark(#4338ca, #a5b0ff); background: light-dark(#f3f3fe, #23273a) }
:focus-visible { outline: 3px solid light-dark(#4338ca, #a5b0ff); outline-offset: 2px }
button b, .logo { display: grid; place-items: center; flex: none; inline-size: 2.25rem; block-size: 2.25rem; border-radius: 50%;
  background: light-dark(#4338ca, #a5b0ff); color: light-dark(#fff, #11131c); font-weight: 600 }
.logo { border-radius: .625rem; margin-block-end: 1rem }
button span span { display: block; color: light-dark(#565d78, #a9afc6); font-size: .875rem }
button.quiet, a.back { justify-content: center; border-color: transparent; color: light-dark(#565d78, #a9afc6) }`

const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style><body><main><div class="logo" aria-hidden="true">A</div>${body}</main></body></html>`

const choices = Object.entries(people).map(([login, person]) => {
  const email = "email" in person ? person.email : "without an email address"
  return `<button name="login" value="${login}"><b aria-hidden="true">${person.name[0]}</b><span>Continue as ${person.name}<span>${email}</span></span></button>`
})

/** The login page of Acme, which asks who the visitor is. */
export const loginPage = page(
  "Acme: choose an account",
  `<h1>Acme</h1><p>An OpenID provider on your machine. Who are you?</p><form method="post">${choices.join("")}<button class="quiet" name="cancel" value="1">Cancel and go back</button></form>`,
)

/** The page of Acme that shows an error, such as a login that was started too long ago. */
export const errorPage = (origin: string, message: string): string =>
  page(
    "Acme: the login failed",
    `<h1>The login failed</h1><p>Acme reports: ${escapeHtml(message)}</p><a class="back" href="${escapeHtml(origin)}">Go back and start again</a>`,
  )
