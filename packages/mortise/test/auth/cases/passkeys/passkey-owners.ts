import { expect } from "vitest"
import type { PasskeyOptions } from "../../../../src/auth/index.ts"
import type { Backing } from "../../support/backends.ts"
import { openPasskeyWorld } from "../../support/passkey-world.ts"
import type { Case } from "../case.ts"

/** Which user a passkey signs in. */
export function passkeyOwnerCases(it: Case, { open }: Backing): void {
  const openPasskeys = (changes?: Partial<PasskeyOptions>) => openPasskeyWorld(open, changes)

  it("SEC-F5: an id is found in every encoding, and an unknown one is refused", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "k\u00fb\u00ff?>")
    const spelled = Buffer.from("k\u00fb\u00ff?>").toString("base64")
    expect(await world.authenticate(world.openBrowser(), "", 0, { id: spelled })).toMatchObject({ ok: true })
    for (const id of ["", "?", 7, null, Buffer.from("other").toString("base64url")])
      expect(await world.authenticate(world.openBrowser(), "", 0, { id })).toMatchObject({
        ok: false,
        reason: "unknown_passkey",
      })
  })

  it("SEC-F4: options for one user do not accept another user's passkey", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "ada")
    await world.register(world.openBrowser(), "eve")
    const [ada] = await world.rows("authenticator")
    const { request, options } = await world.authentication(
      world.openBrowser(),
      "eve",
      0,
      {},
      String(ada?.["userId"]),
    )
    expect(options).toMatchObject({ allowCredentials: [{ id: Buffer.from("ada").toString("base64url") }] })
    expect(await world.passkeys.verifyAuthentication(request())).toMatchObject({ reason: "unknown_passkey" })
  })

  it("SEC-F7: a deleted user's passkey is refused", [], async () => {
    const world = await openPasskeys()
    const answer = await world.register(world.openBrowser(), "key")
    await world.auth.users.delete(answer.ok ? answer.user.id : "")
    expect(await world.authenticate(world.openBrowser(), "key")).toMatchObject({ reason: "unknown_passkey" })
  })

  it("SEC-F8: a passkey whose device type changed is refused", [], async () => {
    const world = await openPasskeys()
    await world.register(world.openBrowser(), "key")
    expect(
      await world.authenticate(world.openBrowser(), "key", 0, { deviceType: "multiDevice" }),
    ).toMatchObject({
      reason: "not_verified",
    })
  })
}
