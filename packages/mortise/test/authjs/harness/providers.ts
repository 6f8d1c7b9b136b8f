import type { Provider } from "@auth/core/providers"
import Nodemailer from "@auth/core/providers/nodemailer"
import Passkey from "@auth/core/providers/passkey"
import type { MailServer } from "../../../../workshop/src/sign-in/mail-server.ts"
import type { Claims, IdentityProvider } from "../../../../workshop/src/sign-in/oidc-provider.ts"

/** The people that are registered at the identity provider. */
export const people = {
  ada: { name: "Ada Lovelace", email: "Ada@Example.com", picture: "https://img.example/ada.png" },
  grace: { name: "Grace Hopper", email: "grace@example.com" },
  nemo: { name: "Nemo" },
  outis: { name: "Outis" },
  seven: { name: "Seven", email: "seven@example.com", account_number: 7 },
} satisfies Record<string, Claims>

export const oauthProviders = ["acme", "trusted", "numbers"] as const

/** Email, passkeys, an OpenID provider, the same one trusted with emails, and OAuth with numbers as ids. */
export function allProviders(
  mail: MailServer,
  { issuer, clientId, clientSecret }: IdentityProvider,
): Provider[] {
  const client = { issuer, clientId, clientSecret }
  return [
    // With exactOptionalPropertyTypes, its type is not assignable to Provider.
    Nodemailer({ server: mail.url, from: "no-reply@app.example" }) as Provider,
    Passkey({}),
    { id: "acme", name: "Acme", type: "oidc", ...client },
    { id: "trusted", name: "Trusted", type: "oidc", allowDangerousEmailAccountLinking: true, ...client },
    {
      id: "numbers",
      name: "Numbers",
      type: "oauth",
      ...client,
      authorization: { url: `${issuer}/auth`, params: { scope: "openid profile email" } },
      token: `${issuer}/token`,
      userinfo: `${issuer}/me`,
      // Several providers of Auth.js pass a number as the id, although the type does not allow it.
      profile: (claims) => ({ id: claims.account_number, name: claims.name, email: claims.email }),
    },
  ]
}
