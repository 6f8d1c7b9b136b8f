import type { Adapter } from "../../contract/adapter.ts"
import type { Extras, Guarded } from "../../contract/extras.ts"
import type { Account } from "../../contract/types.ts"
import { sameText } from "../../shared/bytes.ts"
import type { OwnData } from "../../shared/own-data.ts"
import type { AccountCipher } from "./account-cipher.ts"

type Parts = Pick<Extras, "updateAccount"> & Pick<Adapter, "getAccount"> & { readonly cipher: AccountCipher }

/**
 * Updates an account if the decrypted tokens are the expected ones. What is stored for them is then the guard of the
 * adapter below, so of many concurrent callers one succeeds.
 */
export async function guardedUpdate(
  { cipher, getAccount, updateAccount }: Parts,
  sealed: Parameters<Extras["updateAccount"]>[0],
  expected: OwnData,
): Promise<Guarded<Account>> {
  for (let last: string | undefined; ; ) {
    // Reading a token that the key for mortise/http does not show throws.
    const row: OwnData = (await getAccount(sealed.providerAccountId, sealed.provider)) ?? {}
    const guard: Record<string, unknown> = { ...expected }
    let isExpected = true
    for (const field of ["refresh_token", "access_token"]) {
      const text = expected[field]
      // The adapter below compares what is stored without encryption, and refuses what is not text.
      if (typeof text !== "string" || text === "") continue
      const stored = await cipher.openText(row, field)
      if (typeof stored === "string" && sameText(text, stored)) guard[field] = row[field]
      else {
        isExpected = false
        // It is encrypted differently each time, so no stored value equals it. The other arguments are still checked.
        guard[field] = await cipher.sealText(sealed, field, text)
      }
    }
    const outcome = await updateAccount(sealed, guard as never)
    if (outcome !== "refused" || !isExpected) return outcome
    // The row has changed since it was read. The tokens may be the same ones, encrypted again.
    const seen = JSON.stringify([guard["refresh_token"], guard["access_token"]])
    if (seen === last) return outcome
    last = seen
  }
}
