import type { Adapter } from "../../../src/index.ts"
import { type ExportOptions, exportRows } from "../../../src/transfer/index.ts"

export const later = new Date("2098-01-01T00:00:00.123Z")
const past = new Date("2020-01-01T00:00:00.000Z")

export const peopleCount = 7

/** People with rows of every kind. The last one has no email, and an expired session. */
export async function createPeople(adapter: Adapter): Promise<void> {
  for (let nth = 0; nth < peopleCount; nth++) {
    const email = nth === peopleCount - 1 ? null : `person-${nth}@example.com`
    const { id } = await adapter.createUser({
      email,
      name: `Zoë "${nth}" \u2028 O'Brien`,
      emailVerified: nth % 2 === 0 ? later : null,
    })
    await adapter.linkAccount({
      userId: id,
      type: "oauth",
      provider: "github",
      providerAccountId: `gh-${nth}`,
      access_token: `access-canary-${nth}`,
      expires_at: 1_700_000_000 + nth,
      token_type: "bearer",
    })
    const expires = email === null ? past : later
    await adapter.createSession({ sessionToken: `session-canary-${nth}`, userId: id, expires })
    if (email !== null)
      await adapter.createVerificationToken({
        identifier: email,
        token: `token-canary-${nth}`,
        expires: later,
      })
    await adapter.createAuthenticator({
      credentialID: `passkey-${nth}`,
      userId: id,
      providerAccountId: `passkey-${nth}`,
      credentialPublicKey: "public",
      counter: nth,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: nth % 2 === 0,
      transports: "usb",
    })
  }
}

/** The lines of an export. */
export async function exportedLines(adapter: object, options: ExportOptions = {}): Promise<string[]> {
  let text = ""
  for await (const part of exportRows(adapter, { pageSize: 3, ...options })) text += part
  return text.trimEnd().split("\n")
}

const none = { created: 0, equal: 0, expired: 0, different: 0, refused: 0 }
const owned = (outcome: "created" | "equal") => ({ ...none, [outcome]: peopleCount })

/** The report of an import of all people into an empty store, or of a second run. */
export const reportOf = (outcome: "created" | "equal") => ({
  isComplete: true,
  rows: {
    user: owned(outcome),
    account: owned(outcome),
    session: { ...none, [outcome]: peopleCount - 1, expired: 1 },
    verificationToken: { ...none, [outcome]: peopleCount - 1 },
    authenticator: owned(outcome),
  },
})
