import type { NewCase } from "../../../case.ts"

const addressForms: readonly ((email: string) => string)[] = [
  (email) => email.toUpperCase(),
  (email) => ` ${email} `,
  (email) => `é${email}`.normalize("NFD"),
  (email) => email.replace("@", "@Münster."),
]

export const returnedAddresses: readonly NewCase[] = [
  {
    id: "email-changes/result-is-the-stored-user",
    clause: "§4 updateUser",
    also: ["SEC-C9", "§4 createUser"],
    title: "The address that createUser and updateUser return is the stored one, however it was given",
    harm: "The caller shows or compares an address that differs from the one of the user.",
    fix: "Return the row as it is stored, not the argument.",
    async run(t) {
      for (const spell of addressForms) {
        const created = await t.attempt(() => t.adapter.createUser(t.user({ email: spell(t.email()) })))
        // An adapter may refuse an address that is not in its normal form.
        const { id } = created.status === "fulfilled" ? created.value : await t.adapter.createUser(t.user())
        const first = await t.adapter.getUser(id)
        if (created.status === "fulfilled")
          t.row(created.value, { email: first?.email }, "the result of createUser")
        const updated = await t.attempt(() => t.adapter.updateUser({ id, email: spell(t.email()) }))
        const then = await t.adapter.getUser(id)
        if (updated.status === "fulfilled" && updated.value)
          t.row(updated.value, { email: then?.email }, "the result of updateUser")
      }
    },
  },
]
