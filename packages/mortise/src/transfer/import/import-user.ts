import type { Row } from "../../contract/rows.ts"
import type { TransferTools } from "../open-for-transfer.ts"
import { compareUser } from "./compare-rows.ts"
import { createFinder } from "./find-without-email.ts"
import { createEmailImporter } from "./import-with-email.ts"
import { type Imported, refusal } from "./imported.ts"
import type { NewIds } from "./new-ids.ts"
import type { Survey } from "./survey-export.ts"

export type UserImporter = {
  importUser(row: Row): Promise<Imported>
  /** Must be called after an account or passkey of a user was stored. */
  settle(id: string): Promise<void>
}

/** Imports users, and records which user of the target owns the rows of which user of the file. */
export function createUserImporter(
  tools: TransferTools,
  survey: Survey | undefined,
  newIds: NewIds,
): UserImporter {
  const { schema } = tools
  const finder = survey && createFinder(tools, survey, newIds)
  const importWithEmail = createEmailImporter(tools, newIds)

  const importWithoutEmail = async ({ id, ...values }: Row): Promise<Imported> => {
    const from = id as string
    if (!finder) return refusal(readOnce)
    const row = schema.ids === "given" ? { id: from, ...values } : values
    const foundUser = await finder.find(from, row)
    if ("outcome" in foundUser) return foundUser
    newIds.adopt(from, foundUser.user.id)
    return compareUser(schema.models.user, foundUser.user, row, foundUser.isNew)
  }

  return {
    importUser: (row) => ((row["email"] ?? null) === null ? importWithoutEmail(row) : importWithEmail(row)),
    settle: async (id) => finder?.settle(id),
  }
}

const readOnce =
  "The lines can be read only once: for users without an email, pass an array, or a function that opens the lines."
