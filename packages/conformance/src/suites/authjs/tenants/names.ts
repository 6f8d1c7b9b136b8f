import { listCases, type TenantContext } from "./case.ts"
import { fillTenant, isNothing, type Keys, newKeys, newValues, observe } from "./rows.ts"

/** Keys that are equal if a store joins the tenant's name and a key by this text. */
async function checkJoinedNames(t: TenantContext, separator: string): Promise<void> {
  const name = t.newName()
  const [first, second] = [await t.openTenant(name), await t.openTenant(`${name}${separator}a`)]
  const keys = newKeys(t)
  const add = (text: string) => `a${separator}${text}`
  const joined: Keys = {
    ...keys,
    userId: add(keys.userId),
    email: add(keys.email),
    provider: add(keys.provider),
    sessionToken: add(keys.sessionToken),
    identifier: add(keys.identifier),
    credentialID: add(keys.credentialID),
    slotKey: add(keys.slotKey),
  }
  await fillTenant(t, first, { wanted: joined, values: newValues(t, "own", 0) })
  const before = await observe(second, keys)
  t.check(Object.values(before).every(isNothing), "nothing in an empty tenant", before)
  await fillTenant(t, second, { wanted: keys, values: newValues(t, "other", 1) })
  t.row(
    await first.call("getUserByEmail", joined.email),
    { email: joined.email, name: "own" },
    "the user of the first tenant",
  )
}

/** What is the name of a tenant, and of which. */
export const names = listCases({ clause: "TENANT-names" }, [
  ...["", "-", "_"].map((separator) => ({
    id: `names/joined-with-${separator === "" ? "nothing" : separator === "-" ? "a-hyphen" : "an-underscore"}`,
    title: "A name and a key never make the same key as another name and another key",
    harm: "A customer who chooses the name of its tenant reads the rows of another.",
    fix: "Store the tenant as a value of its own, or with a separator that no name contains.",
    run: (t: TenantContext) => checkJoinedNames(t, separator),
  })),
  ...[undefined, null, "", {}, ["a"]].map((name) => ({
    id: `names/refused-${name === null ? "null" : Array.isArray(name) ? "list" : name === "" ? "empty" : typeof name}`,
    title: "A tenant without a name is refused",
    harm: "A request without a valid tenant reads the rows of another tenant.",
    fix: "Throw for anything but a name.",
    run: async (t: TenantContext) =>
      void (await t.throws(() => t.callForTenant(name), "forTenant without a name")),
  })),
  {
    id: "names/letter-case",
    title: "A name in capital letters is refused, or is another tenant",
    harm: "Two customers whose names differ in case share their rows.",
    async run(t) {
      const name = t.newName()
      const keys = await fillTenant(t, await t.openTenant(name), {
        wanted: newKeys(t),
        values: newValues(t, "own", 0),
      })
      const opened = await t.attempt(() => t.openTenant(name.toUpperCase()))
      if (opened.status === "rejected") return
      const found = await t.attempt(() => opened.value.call("getUserByEmail", keys.email))
      if (found.status === "fulfilled") t.isNothing(found.value, "getUserByEmail in the other spelling")
    },
  },
])
