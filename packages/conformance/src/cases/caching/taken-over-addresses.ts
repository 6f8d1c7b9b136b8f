import type { Case, CaseContext } from "../../case.ts"
import { type TakenKey, takenOverCase } from "./taken-over-case.ts"

const expectAddress = (t: CaseContext, email: string, id: string) => async () => {
  t.row(await t.adapter.getUserByEmail(email), { id, email }, "getUserByEmail of the address")
  t.row(await t.adapter.getUser(id), { id, email }, "getUser of the new holder")
}

const takenAddresses: readonly TakenKey[] = [
  {
    name: "address-of-a-renamed-user",
    given: "An address that one user gave up and another one changed to",
    clause: "SEC-B7",
    async take(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      await expectAddress(t, ada.email, ada.id)()
      await t.adapter.updateUser({ id: ada.id, email: t.email() })
      await t.adapter.updateUser({ id: bob.id, email: ada.email })
      return expectAddress(t, ada.email, bob.id)
    },
  },
  {
    name: "address-of-a-new-user",
    given: "An address that one user gave up and another one signed up with",
    clause: "SEC-B7",
    async take(t) {
      const ada = await t.adapter.createUser(t.user())
      await expectAddress(t, ada.email, ada.id)()
      await t.adapter.updateUser({ id: ada.id, email: t.email() })
      const bob = await t.adapter.createUser(t.user({ email: ada.email }))
      return expectAddress(t, ada.email, bob.id)
    },
  },
  {
    name: "address-of-its-first-user",
    given: "An address that a user gave up and took back",
    clause: "SEC-B7",
    async take(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      await expectAddress(t, email, id)()
      await t.adapter.updateUser({ id, email: t.email() })
      await t.adapter.updateUser({ id, email })
      return expectAddress(t, email, id)
    },
  },
  {
    name: "address-of-a-deleted-user",
    given: "An address of a deleted user that another one signed up with",
    clause: "SEC-B6",
    async take(t) {
      const ada = await t.adapter.createUser(t.user())
      await expectAddress(t, ada.email, ada.id)()
      await t.adapter.deleteUser(ada.id)
      const bob = await t.adapter.createUser(t.user({ email: ada.email }))
      return expectAddress(t, ada.email, bob.id)
    },
  },
]

export const takenOverAddresses: readonly Case[] = takenAddresses.map(takenOverCase)
