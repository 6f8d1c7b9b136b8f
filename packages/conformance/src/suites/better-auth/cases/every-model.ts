import { listCases } from "../case.ts"
import { byId, createFields, newRow, readRow, where } from "../rows.ts"
import { rowModel } from "../suite-options.ts"

/** The fields of each model that hold any text. */
const textFields: Readonly<Record<string, readonly string[]>> = {
  user: ["name", "image"],
  session: ["userAgent"],
  account: ["accessToken", "refreshToken", "idToken", "scope", "password"],
  verification: ["value"],
  [rowModel]: ["note"],
}

const isDocument = new Set(["value", "accessToken", "refreshToken", "idToken"])

export const everyModel = listCases({}, [
  {
    clause: "BA-values",
    id: "values/long-text-of-every-model",
    title: "Long text in every text field of every model is returned completely by all reads, or refused",
    harm: "The state of a sign-in, a token or an address of a picture is cut, and fails long after it was stored.",
    fix: "Use text columns without a limit. The value of a verification holds whole documents.",
    async run(t) {
      for (const [model, fields] of Object.entries(textFields))
        for (const field of fields)
          for (const length of [300, 1_100, 70_000]) {
            const value = `${"a😀é".repeat(length / 4)}end`
            const data = await createFields(t, model, { [field]: value })
            const created = await t.attempt(() => t.db.create({ model, data }))
            if (created.status === "fulfilled")
              t.row(await readRow(t, model, created.value), { [field]: value }, `${field} of ${model}`)
            // The values of verifications are documents, and tokens have claims.
            else if (isDocument.has(field) && length < 2_000) throw created.reason
            const row = await newRow(t, model)
            const update = { [field]: value }
            const changed = await t.attempt(() => t.db.update({ model, where: byId(row), update }))
            if (changed.status === "fulfilled")
              t.row(await readRow(t, model, row), update, `${field} of ${model} after update`)
          }
    },
  },
  {
    clause: "BA-writes",
    id: "writes/update-of-nothing-in-every-model",
    title: "update and updateMany of a row that does not exist change and create nothing, in every model",
    harm: "Better Auth continues with a row that does not exist, or another person's row is changed.",
    async run(t) {
      const updates = {
        user: { name: "Eve" },
        session: { expiresAt: t.inDays(30), userAgent: "Eve" },
        account: { accessToken: "Eve", scope: "Eve" },
        verification: { value: "Eve", expiresAt: t.inDays(30) },
        [rowModel]: { note: "Eve", amount: 91 },
      }
      for (const [model, update] of Object.entries(updates)) {
        const row = await newRow(t, model)
        // Some stores ignore a condition on a row that was deleted.
        const gone = await newRow(t, model)
        await t.db.delete({ model, where: [where("id", gone.id)] })
        for (const id of [gone.id, t.unique()]) {
          t.isNull(await t.db.update({ model, where: [where("id", id)], update }), `update of ${model}`)
          const count = await t.db.updateMany({ model, where: [where("id", id)], update })
          t.equal(count, 0, `updateMany of ${model}`)
          t.isNull(await readRow(t, model, { id }), `findOne of ${model} afterwards`)
        }
        t.row(await readRow(t, model, row), row, `the other row of ${model}`)
      }
    },
  },
])
