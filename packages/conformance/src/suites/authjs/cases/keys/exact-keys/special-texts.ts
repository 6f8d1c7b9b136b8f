import type { NewCase } from "../../../case.ts"
import { offers } from "../../row.ts"
import { expectFound, type Kind, kinds, newOwner } from "../../rows.ts"
import { createRemovals, expectNoRow, ownerKey } from "../keyed.ts"

// No row has one of these keys. They have a meaning in SQL, in patterns, in templates or in JavaScript.
const texts = [
  ...[`' OR '1'='1`, `" OR ""="`, "'; DROP TABLE users; --", "\\", "%", "_", "*", "?", ".*", "[a-z]*"],
  ...["{{7*7}}", "constructor", "__proto__", "toString", "hasOwnProperty", "prototype", "length"],
]

const specialTextCase = (kind: Kind): NewCase => ({
  id: `exact-keys/special-texts-find-no-${kind.name}s`,
  clause: "SEC-J8",
  also: ["SEC-J3", "SEC-J5", "SEC-J11", "§7.3", "§7.4", "§7.5"],
  title: `Quotes, patterns and words such as "constructor" find no ${kind.many}, and do no harm`,
  harm: "A visitor who sends such a text reads the data of a user, is treated as one, or causes an error.",
  evidence: "CVE-2026-33468 (Kysely), CVE-2024-21508 (mysql2)",
  fix: "Pass values as parameters, and store rows in a Map or in an object without a prototype.",
  async run(t) {
    const owner = await newOwner(t)
    const row = await kind.row(t, owner).store()
    const change = kind.update && offers(t, kind.update) ? kind.row(t, owner).change : undefined
    // A change of a row that does not exist may throw. If it does not, it also must not throw for these keys.
    const unknown = change && (await t.attempt(change))
    for (const text of texts) {
      for (const key of kind.keys)
        for (const value of [text, key.toKey(text)])
          await expectNoRow(t, kind.row(t, owner, { ...row.fields, [key.field]: value }), key)
      const every = Object.fromEntries(kind.keys.map(({ field }) => [field, text]))
      const absent = kind.row(t, owner, { ...row.fields, ...every })
      for (const key of kind.keys) await expectNoRow(t, absent, key)
      if (kind.isOwned) await expectNoRow(t, kind.row(t, { ...owner, id: text }), ownerKey)
      if (unknown?.status === "fulfilled") {
        const changed = await absent.change?.()
        // An adapter that returns a row for every unknown key fails other cases.
        if (unknown.value.returned == null)
          t.isNothing(changed?.returned, `${kind.update} with ${JSON.stringify(text)}`)
      }
      for (const remove of createRemovals(t, kind, absent))
        t.isNothing(await remove(), `${kind.remove} with ${JSON.stringify(text)}`)
    }
    await expectFound(t, row, "of the stored row afterwards")
  },
})

export const specialTexts: readonly NewCase[] = kinds.map(specialTextCase)
