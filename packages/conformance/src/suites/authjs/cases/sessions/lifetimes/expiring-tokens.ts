import type { NewCase } from "../../../case.ts"
import { tokenKey } from "../../row.ts"
import { newToken } from "../../stored.ts"
import { inMs, isLive, shortLife, untilExpired } from "./short-life.ts"

export const shortLivesOfTokens: readonly NewCase[] = [
  {
    id: "lifetimes/tokens-of-seconds",
    clause: "§4 useVerificationToken",
    also: ["§2 VerificationToken", "SEC-A6"],
    guarantees: ["milliseconds"],
    title: "A verification token with seconds left works, with the expiry that it was given",
    harm: "A sign-in link stops working before it expires.",
    fix: "Compare the expiry with the current time, without a tolerance.",
    async run(t) {
      for (const seconds of [3, 8, 20, 45, 59, 90, 400]) {
        const token = t.verificationToken({ expires: inMs(seconds * 1_000) })
        const created = await t.attempt(() => t.adapter.createVerificationToken(token))
        if (created.status === "rejected" && isLive(token.expires)) throw created.reason
        const used = await t.adapter.useVerificationToken(tokenKey(token))
        if (isLive(token.expires)) t.row(used, token, `a token with ${seconds} seconds left`)
      }
    },
  },
  {
    id: "lifetimes/one-token-ends",
    clause: "SEC-E4",
    also: ["§3 token expired"],
    guarantees: ["milliseconds"],
    title: "When one token expires, the other tokens of its address work, and it is null or truly expired",
    harm: "A new sign-in link stops working when an older one expires, or an old link works again.",
    fix: "Give each token its own expiry, not one to all tokens of an address.",
    waits: true,
    async run(t) {
      const short = t.verificationToken({ expires: shortLife(t) })
      const { identifier } = short
      const others = [t.verificationToken({ identifier }), t.verificationToken({ identifier })]
      for (const token of [others[0], short, others[1]])
        if (token) await t.attempt(() => t.adapter.createVerificationToken(token))
      // At another address the token that ends is the first one.
      const first = t.verificationToken({ expires: shortLife(t) })
      await t.attempt(() => t.adapter.createVerificationToken(first))
      const second = await newToken(t, { identifier: first.identifier })
      // At a third address it is the last one.
      const lasting = await newToken(t)
      const last = t.verificationToken({ identifier: lasting.identifier, expires: shortLife(t) })
      await t.attempt(() => t.adapter.createVerificationToken(last))
      const minute = await newToken(t, { identifier, expires: inMs(40_000) })

      await untilExpired(t)

      for (const token of [...others, minute, second, lasting]) {
        const used = await t.adapter.useVerificationToken(tokenKey(token))
        if (isLive(token.expires)) t.row(used, token, "another token of the address")
      }
      const expired = await t.adapter.useVerificationToken(tokenKey(short))
      if (expired) t.row(expired, short, "the expired token")
      t.isNull(await t.adapter.useVerificationToken(tokenKey(short)), "the expired token, used again")
    },
  },
]
