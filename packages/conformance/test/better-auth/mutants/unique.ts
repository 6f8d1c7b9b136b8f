import { type Fields, type Given, type Methods, type Mutant, mutant, pause } from "./mutant.ts"

/** A lookup of a unique value before the insert instead of a unique key. */
const checkFirst = (good: Methods, model: string, names: readonly string[]) => async (given: Given) => {
  if (given.model !== model || !given.data) return good.create(given)
  const { data } = given
  const where = names.map((field) => ({ field, value: data[field] as string }))
  if (await good.findOne({ model, where })) throw new Error("unique")
  await pause()
  return good.create({
    ...given,
    data: {
      ...data,
      ...Object.fromEntries(names.map((name) => [name, `${data[name]}${crypto.randomUUID()}`])),
    },
  })
}
/** Makes a value different, so that the good adapter accepts it. */
const accepting =
  (model: string, name: string) =>
  (good: Methods): Partial<Methods> => ({
    create: async (given) => {
      const { data = {} } = given
      if (given.model !== model) return good.create(given)
      const row = (await good.create({
        ...given,
        data: { ...data, [name]: `${data[name]}${crypto.randomUUID()}` },
      })) as Fields
      return { ...row, [name]: data[name] }
    },
  })

const uniqueKinds = [
  ["emails", "user", ["email"]],
  ["session-tokens", "session", ["token"]],
  ["fields-of-plugins", "conformanceRow", ["slug"]],
  ["ids", "verification", ["id"]],
  ["accounts", "account", ["providerId", "accountId"]],
] as const

export const uniqueMutants: readonly Mutant[] = [
  mutant("unique/ids-of-deleted-rows", "the id of the last row is used again after its deletion", (good) => {
    let free: unknown
    return {
      create: (given) => {
        const data = free ? { ...given.data, id: free } : given.data
        free = undefined
        return good.create({ ...given, ...(data && { data }), forceAllowId: true })
      },
      delete: (given) => {
        free = given.where?.find(({ field }) => field === "id")?.value
        return good.delete(given)
      },
    }
  }),
  ...uniqueKinds.flatMap(([name, model, names]) => [
    mutant(
      `unique/${name}`,
      `${names.join(" and ")} of ${model} need not be unique`,
      accepting(model, names.at(-1) ?? ""),
    ),
    mutant(
      `unique/${name}-at-once`,
      `${names.join(" and ")} of ${model} are looked up before the insert`,
      (good) => ({
        create: checkFirst(good, model, names),
      }),
    ),
  ]),
  mutant("unique/updates", "update of a taken address does nothing and returns the row", (good) => ({
    update: async (given) =>
      good.update(given).catch(() => good.findOne({ model: given.model, where: given.where ?? [] })),
  })),
  mutant("unique/different-values", "an account id is unique for all providers", (good) => ({
    create: async (given) => {
      const value = given.data?.["accountId"] as string
      if (
        given.model === "account" &&
        (await good.count({ model: "account", where: [{ field: "accountId", value }] }))
      )
        throw new Error("unique")
      return good.create(given)
    },
  })),
  mutant("unique/empty-values", "only one row may have no owner", (good) => ({
    create: async (given) => {
      const own = [
        { field: "ownerId", value: null },
        { field: "team", value: given.data?.["team"] as string },
      ]
      if (
        given.model === "conformanceRow" &&
        given.data?.["ownerId"] === null &&
        (await good.count({ model: given.model, where: own }))
      )
        throw new Error("unique")
      return good.create(given)
    },
  })),
  mutant("unique/in-a-transaction", "a taken address in a transaction is ignored", (good) => ({
    transaction: (work) =>
      good.transaction((inside) =>
        work({ ...inside, create: (given) => inside.create(given).catch(() => null) }),
      ),
  })),
  mutant("unique/updates-at-once", "update of a taken address is ignored", (good) => ({
    update: (given) => good.update(given).catch(() => ({ ...given.update })),
  })),
  mutant("unique/in-transactions-at-once", "a transaction that fails seems to succeed", (good) => ({
    transaction: (work) => good.transaction(work).catch(() => null),
  })),
]
