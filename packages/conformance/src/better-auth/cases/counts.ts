import { times } from "../../cases/race-helpers.ts"
import type { BetterAuthCase, BetterAuthContext } from "../case.ts"
import { where } from "../where.ts"

const many = 120

/** Creates verification values for one identifier. */
const createValues = async (t: BetterAuthContext, count: number): Promise<string> => {
  const identifier = t.unique()
  await Promise.all(
    times(count, () => t.db.create({ model: "verification", data: t.verification({ identifier }) })),
  )
  return identifier
}

const about = { level: "must", clause: "BA-counts" } as const
const model = "verification"

export const counts: readonly BetterAuthCase[] = [
  {
    ...about,
    id: "counts/deleted-rows",
    title: "deleteMany returns how many rows it deleted",
    harm: "The fallback of consumeOne gives a link that another caller has used, or never redeems a link.",
    fix: "Return the number of affected rows that the database reports.",
    async run(t) {
      for (const count of [0, 1, 3, many]) {
        const identifier = await createValues(t, count)
        const own = [where("identifier", identifier)]
        t.equal(await t.db.deleteMany({ model, where: own }), count, `deleteMany of ${count} rows`)
        t.equal(await t.db.deleteMany({ model, where: own }), 0, "deleteMany of the same rows again")
      }
    },
  },
]
