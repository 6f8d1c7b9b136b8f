import { ExitError, exitCodes } from "../program/exit-code.ts"
import type { Fields } from "../users/people.ts"
import type { OpenAuth } from "./open-auth.ts"
import { readAll } from "./read-all.ts"

// Better Auth deletes these itself.
const ownModels = ["user", "session", "account"]

const listPluginReferences = ({ rows }: OpenAuth) =>
  rows.listReferences("user").filter(({ model }) => !ownModels.includes(model))

/** The rows of plugins that refer to a user, by model. */
export async function readReferring(auth: OpenAuth, user: Fields): Promise<Record<string, Fields[]>> {
  const referring: Record<string, Fields[]> = {}
  for (const { model, field, to } of listPluginReferences(auth)) {
    const rows = await readAll(auth.rows, model, [{ field, value: String(user[to]) }])
    if (rows.length > 0) referring[model] = [...(referring[model] ?? []), ...rows]
  }
  return referring
}

/** Throws for rows that forbid to delete the user, before anything is deleted. */
export async function checkReferring({ rows }: OpenAuth, user: Fields): Promise<void> {
  for (const { model, field, to, onDelete } of rows.listReferences("user")) {
    if (["cascade", "set null"].includes(onDelete)) continue
    const count = await rows.count(model, [{ field, value: String(user[to]) }])
    if (count > 0)
      throw new ExitError(
        exitCodes.failed,
        `Rows of ${model} refer to the user and do not allow the deletion (onDelete: ${onDelete}): ${count}. Change or delete them first. Nothing was deleted.`,
      )
  }
}

/** Deletes rows that refer to a deleted one, where no foreign key of the database has done it. */
export async function removeReferring(auth: OpenAuth, model: string, row: Fields): Promise<void> {
  const { adapter } = auth.context
  for (const { model: child, field, to, onDelete } of auth.rows.listReferences(model)) {
    const where = [{ field, value: row[to] as string }]
    if (onDelete === "set null") await adapter.updateMany({ model: child, where, update: { [field]: null } })
    if (onDelete !== "cascade") continue
    for (const dependent of await readAll(auth.rows, child, where)) {
      await adapter.deleteMany({ model: child, where: [{ field: "id", value: dependent["id"] as string }] })
      await removeReferring(auth, child, dependent)
    }
  }
}

/** Counts the rows that contain the user's id without a reference. They stay, because no schema allows their deletion. */
export async function describeOthers({ rows }: OpenAuth, userId: string): Promise<string> {
  const referring = rows.listReferences("user").map(({ model }) => model)
  const others = rows.models.filter((model) => !referring.includes(model) && rows.hasField(model, "userId"))
  const counts: string[] = []
  for (const model of others) {
    const count = await rows.count(model, [{ field: "userId", value: userId }])
    if (count > 0) counts.push(`${model}: ${count}`)
  }
  return counts.length === 0 ? "" : `Rows that name the user without a reference stay: ${counts.join(", ")}.`
}
