import type { Provider } from "@auth/core/providers"
import Nodemailer from "@auth/core/providers/nodemailer"
import Passkey from "@auth/core/providers/passkey"
import type { MailServer } from "./mail-server.ts"
import type { Claims, IdentityProvider } from "./oidc-provider.ts"

/** The people whom the identity provider knows. */
export const people = {
  ada: { name: "Ada Lovelace", email: "Ada@Example.com", picture: "https://img.example/ada.png" },
  grace: { name: "Grace Hopper", email: "grace@example.com" },
  nemo: { name: "Nemo" },
  outis: { name: "Outis" },
  seven: { name: "Seven", email: "seven@example.com", account_number: 7 },
} satisfies Record<string, Claims>

export const oauthProviders = ["acme", "trusted", "numbers"] as const

/** Mail, passkeys, an OpenID provider, the same one trusted with emails, and OAuth with numbers for ids. */
export function allProviders(
  mail: MailServer,
  { issuer, clientId, clientSecret }: IdentityProvider,
): Provider[] {
  const client = { issuer, clientId, clientSecret }
  return [
    // Its type and that of its list differ under exactOptionalPropertyTypes.
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
      // Several providers of Auth.js hand the number over as it came, whatever the type says.
      profile: (claims) => ({ id: claims.account_number, name: claims.name, email: claims.email }),
    },
  ]
}
