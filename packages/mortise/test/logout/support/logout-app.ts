import { createAuth, type SessionStrategy } from "../../../src/auth/index.ts"
import type { SqlAdapter } from "../../../src/index.ts"
import { federatedLogout } from "../../../src/logout/index.ts"

/** The provider, as one process tells it to another. */
export type Identity = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }

export const origin = "https://app.example"

/** An application of `mortise/auth`. Every process makes its own. */
export const mortiseApp = (adapter: SqlAdapter, identity: Identity, strategy: SessionStrategy) =>
  createAuth({
    adapter,
    secret: "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0",
    origin,
    session: { strategy },
    providers: [{ id: "acme", type: "oidc", ...identity, logout: ["rp_initiated", "back_channel"] }],
  })

/** Federated logout of an application of Auth.js. */
export const authJsLogout = (adapter: SqlAdapter, { issuer, clientId }: Identity) =>
  federatedLogout({ adapter, providers: [{ id: "acme", issuer, clientId }] })
