import { expect } from "vitest"
import type { Receipt, RowCount } from "../../../src/cli/studio/api-types.ts"
import { type Adapter, date, defineSchema, text } from "../../../src/index.ts"
import { openStudio, signIn } from "./open-studio.ts"
import { createPerson, secrets } from "./people.ts"

/** A schema with a field that suspends users, and one that is secret. */
export const studioSchema = defineSchema({
  user: { fields: { suspendedAt: date(), pinCode: text({ secret: true }) } },
})

type Row = { readonly handle: string; readonly fields: Readonly<Record<string, unknown>> }

const markup = `<img src=x onerror="alert(1)">`

/** Finds a user, uses every action, and expects that no response has a secret. */
export async function expectMainPath(
  adapter: Adapter,
  accuracy: Omit<RowCount, "rows"> = { isExact: true },
): Promise<void> {
  await createPerson(adapter, "ada", "ada@example.com", markup)
  await createPerson(adapter, "bob", "bob@example.com", "Robert Zoë Šmíd")
  const pin = { id: "ada", pinCode: "pin-canary" }
  await adapter.updateUser(pin)
  const studio = await openStudio(adapter)
  const { read, act } = await signIn(studio)
  const found = async (search: string) =>
    (await read(`users?search=${encodeURIComponent(search)}`)).users.map(({ id }: { id: string }) => id)

  expect(await found("")).toEqual(["ada", "bob"])
  expect(await found(" AD ")).toEqual(["ada"])
  expect(await found("bob")).toEqual(["bob"])
  expect(await found("zoe smid")).toEqual(["bob"])
  expect(await found("example")).toEqual(["ada", "bob"])
  expect(await found("carol")).toEqual([])
  expect(await read("count?model=session")).toEqual({ status: 200, rows: 4, ...accuracy })

  const ada = await read("user?id=ada")
  expect(ada.user).toMatchObject({ id: "ada", email: "ada@example.com", name: markup, suspendedAt: null })
  expect(ada.user).not.toHaveProperty("pinCode")
  expect(ada).toMatchObject({ isSuspended: false, sessions: { value: 2 }, tokens: { value: 1 } })
  const [account] = ada.accounts.value as Row[]
  const [passkey] = ada.passkeys.value as Row[]
  expect(account?.fields).toEqual({
    userId: "ada",
    type: "oidc",
    provider: "github",
    providerAccountId: "github-ada",
    expires_at: "2097-12-31T00:00:00.000Z",
    scope: "read:user",
  })
  expect(passkey?.fields).toMatchObject({ credentialID: "credential-ada", counter: 3 })

  const { sessions, next } = await read("sessions?id=ada")
  expect([sessions.length, next]).toEqual([2, null])
  const { handle, fields } = sessions[0]
  expect(fields).toEqual({ userId: "ada", expires: "2098-01-01T00:00:00.000Z" })
  expect(await act("revoke-session", { userId: "bob", handle })).toMatchObject({ status: 404 })
  expect(await act("revoke-session", { userId: "ada", handle })).toMatchObject({ status: 200, changed: 1 })
  expect(await act("revoke-session", { userId: "ada", handle })).toMatchObject({ status: 404 })
  expect((await read("sessions?id=ada")).sessions).toEqual([sessions[1]])

  const own = { userId: "ada" }
  expect(await act("unlink-account", { ...own, handle: account?.handle })).toMatchObject({ changed: 1 })
  expect(await act("remove-passkey", { ...own, handle: passkey?.handle })).toMatchObject({ changed: 1 })
  expect(await act("suspend-user", own)).toMatchObject({ status: 200, changed: 1, left: 0 })
  const suspended = await read("user?id=ada")
  expect(suspended).toMatchObject({ isSuspended: true, accounts: { value: [] }, passkeys: { value: [] } })
  expect(suspended.sessions).toEqual({ value: 0 })
  expect(await act("resume-user", own)).toMatchObject({ status: 200, left: 0 })
  expect(await read("user?id=ada")).toMatchObject({ isSuspended: false })

  const rule = { rule: "domain", value: "example.com", kinds: "tokens,links" }
  const counted = await continued(act, await act("count-revocation", rule))
  expect(counted).toMatchObject({ dryRun: true, ended: { users: 2, refreshTokens: 1, links: 2 } })
  const ended = await continued(act, await act("apply-revocation", { run: counted.run }))
  expect(ended).toMatchObject({ dryRun: false, state: "complete", ended: counted.ended })
  expect((await adapter.getAccount("github-bob", "github"))?.refresh_token).toBeUndefined()
  expect(await read("user?id=bob")).toMatchObject({ sessions: { value: 2 }, tokens: { value: 0 } })

  expect(await act("sign-out-everywhere", { userId: "bob" })).toMatchObject({ changed: 2, left: 0 })
  expect(await act("delete-user", own)).toMatchObject({ status: 400, error: { code: "not_confirmed" } })
  expect(await act("delete-user", { ...own, confirm: "ada@example.com" })).toMatchObject({ changed: 1 })
  expect(await read("user?id=ada")).toMatchObject({ status: 404 })
  const past = new Date(Date.now() - 1000)
  await adapter.createVerificationToken({ identifier: "old@example.com", token: "old", expires: past })
  expect(await act("sweep")).toMatchObject({ status: 200, changed: 1, left: 0 })

  expect(studio.changes.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    "revoke-session not_found",
    "revoke-session done",
    "revoke-session not_found",
    "unlink-account done",
    "remove-passkey done",
    "suspend-user done",
    "resume-user done",
    "count-revocation done",
    "continue-revocation done",
    "apply-revocation done",
    "continue-revocation done",
    "sign-out-everywhere done",
    "delete-user not_confirmed",
    "delete-user done",
    "sweep done",
  ])
  const sent = JSON.stringify([studio.responses, studio.changes])
  for (const secret of [...secrets, "pin-canary"]) expect(sent).not.toContain(secret)
  expect(JSON.stringify(studio.changes)).not.toContain("@example.com")
}

type Act = Awaited<ReturnType<typeof signIn>>["act"]

/** The receipt of a run after its last batch, with the id of the run. */
async function continued(act: Act, first: { status: number; [name: string]: unknown }) {
  let result = first as unknown as { left: number; revocation: { run: string; receipt: Receipt } }
  expect(first.status).toBe(200)
  while (result.left > 0)
    result = (await act("continue-revocation", { run: result.revocation.run })) as unknown as typeof result
  return { ...result.revocation.receipt, run: result.revocation.run }
}
