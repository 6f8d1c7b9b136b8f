import type { Claims } from "../../packages/mortise/test/authjs/harness/oidc-provider.ts"

/** The people that are registered at Acme, the local OpenID provider. */
export const people = {
  ada: { name: "Ada Lovelace", email: "ada@example.com" },
  grace: { name: "Grace Hopper", email: "grace@example.com" },
  nemo: { name: "Nemo" },
} satisfies Record<string, Claims>

const buttons = Object.entries(people).map(
  ([login, { name }]) => `<p><button name="login" value="${login}">Continue as ${name}</button></p>`,
)

/** The login page of Acme. It is another site than the playground, so it has a plain look of its own. */
export const loginPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Acme</title><body><main><h1>Acme</h1><p>This is a local OpenID provider. Who are you?</p><form method="post">${buttons.join("")}</form></main></body></html>`
