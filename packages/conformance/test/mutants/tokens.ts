import type { VerificationToken } from "mortise"
import { breaking, keyOf, type Mutant, pause } from "./mutant.ts"

type Key = { identifier: string; token: string }

/** Defects of `useVerificationToken`: which calls get a token, and how often. */
export const tokenMutants: readonly Mutant[] = [
  {
    name: "token-used-by-many",
    by: "one-winner/tokens",
    defect: "useVerificationToken reads the token, then deletes it: every caller that reads in time gets it",
    evidence: "@auth/drizzle-adapter (mysql), d1, mikro-orm, unstorage: 20 of 20 win; GHSA-hc7v-rggr-4hvx",
    make: breaking((good) => {
      const stored = new Map<string, VerificationToken>()
      return {
        async createVerificationToken(token) {
          const created = await good.createVerificationToken(token)
          stored.set(keyOf(created.identifier, created.token), created)
          return created
        },
        async useVerificationToken(key) {
          const found = stored.get(keyOf(key?.identifier, key?.token))
          await pause()
          stored.delete(keyOf(key?.identifier, key?.token))
          return (await good.useVerificationToken(key)) ?? found ?? null
        },
      }
    }),
  },
  {
    name: "token-reusable",
    by: "verification-tokens/used-once",
    defect: "useVerificationToken never deletes a token: a link works until it expires",
    evidence: "CVE-2026-82761, CVE-2026-73431",
    make: breaking((good) => ({
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        if (used) await good.createVerificationToken(used)
        return used
      },
    })),
  },
  {
    name: "token-for-any-identifier",
    by: "exact-keys/same-token-of-two-addresses",
    defect: "useVerificationToken compares only the token: a link sent to one address signs in another",
    evidence: "GHSA-pg53-56cg-4m8q / CVE-2021-21310",
    make: breaking((good) => {
      const identifiers = new Map<string, string>()
      return {
        async createVerificationToken(token) {
          identifiers.set(token.token, token.identifier)
          return good.createVerificationToken(token)
        },
        async useVerificationToken(key) {
          const identifier = identifiers.get(key?.token) ?? key?.identifier
          const used = await good.useVerificationToken({ ...key, identifier })
          return used && { ...used, identifier: key.identifier }
        },
      }
    }),
  },
  {
    name: "any-token-for-identifier",
    by: "exact-keys/both-parts-of-tokens",
    defect: "useVerificationToken compares only the identifier: any made-up token signs in",
    evidence: "GHSA-4rxr-27mm-mxq9 / CVE-2022-39263",
    make: breaking((good) => {
      const tokens = new Map<string, string>()
      return {
        async createVerificationToken(token) {
          tokens.set(token.identifier, token.token)
          return good.createVerificationToken(token)
        },
        useVerificationToken: (key: Key) =>
          good.useVerificationToken({ ...key, token: tokens.get(key?.identifier) ?? key?.token }),
      }
    }),
  },
  {
    name: "wrong-token-voids-all",
    by: "exact-keys/both-parts-of-tokens",
    defect:
      "a wrong token deletes every token of the address: an attacker can invalidate another user's link",
    evidence: "@auth/sequelize-adapter; SEC-E4",
    make: breaking(voiding(({ hit }) => !hit)),
  },
  {
    name: "right-token-voids-others",
    by: "verification-tokens/several-of-one-address",
    defect: "using one link deletes the other links of the address",
    evidence: "SEC-E4",
    make: breaking(voiding(({ hit }) => hit)),
  },
  {
    name: "one-token-per-identifier",
    by: "verification-tokens/several-of-one-address",
    defect: "a second request replaces the first link",
    evidence: "SEC-E4; tables keyed by identifier alone",
    make: breaking((good) => {
      const live = new Map<string, string>()
      return {
        async createVerificationToken(token) {
          const older = live.get(token.identifier)
          if (older) await good.useVerificationToken({ ...token, token: older })
          live.set(token.identifier, token.token)
          return good.createVerificationToken(token)
        },
      }
    }),
  },
  {
    name: "token-by-undefined-identifier",
    by: "missing-keys/of-tokens",
    defect: "an undefined identifier is left out of the filter, so only the token is compared",
    evidence: "@auth/hasura-adapter; @auth/core passes undefined when a link has no email",
    make: breaking((good) => {
      const identifiers = new Map<string, string>()
      return {
        async createVerificationToken(token) {
          identifiers.set(token.token, token.identifier)
          return good.createVerificationToken(token)
        },
        async useVerificationToken({ identifier, token }) {
          return good.useVerificationToken({ identifier: identifier ?? identifiers.get(token), token })
        },
      }
    }),
  },
]

/** Deletes all tokens of an identifier after each use that `when` selects. */
function voiding(when: (use: { hit: boolean }) => boolean): Parameters<typeof breaking>[0] {
  return (good) => {
    const tokens: VerificationToken[] = []
    return {
      async createVerificationToken(token) {
        const created = await good.createVerificationToken(token)
        tokens.push(created)
        return created
      },
      async useVerificationToken(key) {
        const used = await good.useVerificationToken(key)
        const others = tokens.filter(({ identifier }) => identifier === key?.identifier)
        if (when({ hit: used !== null })) for (const other of others) await good.useVerificationToken(other)
        return used
      },
    }
  }
}
