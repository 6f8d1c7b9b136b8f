import type { Claims } from "../../packages/workshop/src/sign-in/oidc-provider.ts"

/**
 * The people who are registered at Acme, the local OpenID provider. Their addresses differ from the one that the
 * playground's form suggests, because an address that two sign-in methods share is refused.
 */
export const people = {
  ada: { name: "Ada Lovelace", email: "ada@acme.example" },
  grace: { name: "Grace Hopper", email: "grace@acme.example" },
  nemo: { name: "Nemo" },
} satisfies Record<string, Claims>
