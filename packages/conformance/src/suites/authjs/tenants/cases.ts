import { type TenantCall, tenantCalls } from "./calls.ts"
import { listCases, listTable, type TenantCase, type TenantContext } from "./case.ts"
import type { OpenedTenant } from "./open-tenant.ts"
import {
  type Extent,
  fillTenant,
  isNothing,
  type Keys,
  newKeys,
  newValues,
  observations,
  observe,
  readAnswer,
  type Values,
} from "./rows.ts"

/** A call, the rows of the tenant that makes it, and those of the tenants beside it. */
type Situation = { readonly own: Extent; readonly others: Extent; readonly tested: TenantCall }

/** The keys that all tenants of a case have, and the values in which their rows differ. */
type Stored = { readonly wanted: Keys; readonly own: Values; readonly others: Values }

/** Makes the call in a tenant, and returns what the call and the tenant's rows tell. */
async function makeCall(
  t: TenantContext,
  tenant: OpenedTenant,
  { own: extent, tested: { call, creates, args } }: Situation,
  { wanted, own, others }: Stored,
) {
  const keys = await fillTenant(t, tenant, { wanted, values: own, extent })
  const before = await observe(tenant, keys)
  const values = extent === "all" ? own : others
  const answer = await readAnswer(tenant, keys, () => tenant.call(call, ...args(keys, values)))
  const rows = await observe(tenant, keys)
  const isEffective = !isNothing(answer) || JSON.stringify(rows) !== JSON.stringify(before)
  const { identifier, token } = keys
  const used = await readAnswer(tenant, keys, () =>
    tenant.call("useVerificationToken", { identifier, token }),
  )
  const mustAct = extent === "all" ? !creates : extent === "user"
  if (mustAct) t.check(isEffective, `${call} finds or changes the tenant's own rows`, answer)
  return { answer, rows, used }
}

/**
 * A call in a tenant beside two others with equal keys, whose names it begins with and begins. Its answer and its rows
 * must be those of a tenant that nobody is beside, and the others must not change.
 */
async function checkBesideOthers(t: TenantContext, situation: Situation): Promise<void> {
  const { own: extent, others: othersExtent, tested } = situation
  const name = t.newName()
  const wanted = newKeys(t)
  const [own, others] = [newValues(t, "own", 0), newValues(t, "other", 1)]
  const alone = await makeCall(t, await t.openTenant(t.newName()), situation, { wanted, own, others })

  const neighbours: { tenant: OpenedTenant; keys: Keys; before: Record<string, string> }[] = []
  for (const neighbour of [name, `${name}aa`]) {
    const tenant = await t.openTenant(neighbour)
    const keys = await fillTenant(t, tenant, { wanted, values: others, extent: othersExtent })
    neighbours.push({ tenant, keys, before: await observe(tenant, keys) })
  }
  // A tenant without rows asks for the rows of a neighbour.
  const asked = extent === "none" ? (neighbours[0]?.keys ?? wanted) : wanted
  const tenant = await t.openTenant(`${name}a`)
  const beside = await makeCall(t, tenant, situation, { wanted: asked, own, others })

  t.equal(beside.answer, alone.answer, `${tested.call} beside tenants with equal keys`)
  t.equal(beside.rows, alone.rows, `the rows of the tenant after ${tested.call}`)
  t.equal(beside.used, alone.used, "useVerificationToken afterwards")
  for (const { tenant, keys, before } of neighbours) {
    t.equal(await observe(tenant, keys), before, `the rows of another tenant after ${tested.call}`)
    const { identifier, token } = keys
    const used = await tenant.call("useVerificationToken", { identifier, token })
    if (othersExtent !== "all") t.isNothing(used, "the token of another tenant, which has none")
    else t.row(used, { identifier, token, expires: others.expires }, "the token of another tenant")
  }
}

const toKebab = (text: string) =>
  text.replaceAll(".", "-").replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`)

const formatId = ({ call, about }: TenantCall) => `${toKebab(call)}${about ? `-${toKebab(about)}` : ""}`

const situations = [
  {
    topic: "no-rows",
    clause: "TENANT-none",
    own: "none",
    others: "all",
    calls: tenantCalls,
    says: "in a tenant without the row acts as if no other tenant had it",
  },
  {
    topic: "own-rows",
    clause: "TENANT-own",
    own: "all",
    others: "all",
    calls: tenantCalls,
    says: "finds and changes only the tenant's own row, although others have one with the same key",
  },
  {
    topic: "no-owner",
    clause: "TENANT-none",
    own: "none",
    others: "user",
    calls: tenantCalls.filter(({ owned }) => owned),
    says: "does not store a row for a user that only another tenant has",
  },
  {
    topic: "own-owner",
    clause: "TENANT-own",
    own: "user",
    others: "user",
    calls: tenantCalls.filter(({ owned }) => owned),
    says: "gives the row to the tenant's own user, although others have one with the same id",
  },
  {
    topic: "nobody-has-rows",
    clause: "TENANT-own",
    own: "none",
    others: "none",
    calls: tenantCalls.filter(({ creates }) => creates),
    says: "stores the row in one tenant only",
  },
  {
    topic: "others-have-no-rows",
    clause: "TENANT-own",
    own: "all",
    others: "none",
    calls: tenantCalls.filter(({ creates }) => creates),
    says: "stores nothing in a tenant without the row, if the tenant has it already",
  },
] as const

const besideOthers = situations.flatMap(({ topic, clause, own, others, calls, says }) =>
  listTable(
    { clause },
    checkBesideOthers,
    calls.map((tested) => ({
      id: `${topic}/${formatId(tested)}`,
      title: `${tested.call} ${says}`,
      harm: "One customer reads, changes or deletes the data of another, or learns who is in it.",
      fix: "Make the tenant the first part of each key, condition and reference.",
      own,
      others,
      tested,
    })),
  ),
)

/** Two tenants with equal keys. */
async function openTwo(t: TenantContext) {
  const wanted = newKeys(t)
  const two = []
  for (const [index, owner] of ["own", "other"].entries()) {
    const tenant = await t.openTenant(t.newName())
    const values = newValues(t, owner, index)
    two.push({ tenant, values, keys: await fillTenant(t, tenant, { wanted, values }) })
  }
  return two
}

/** The same calls of two tenants, started at once and in turns, so that an adapter may send them together. */
async function checkTogether(t: TenantContext, firstOf: number): Promise<void> {
  const two = await openTwo(t)
  const expected = await Promise.all(two.map(({ tenant, keys }) => observe(tenant, keys)))
  const order = firstOf === 0 ? two : [...two].reverse()
  await t.rounds(5, async () => {
    const calls = order.flatMap(({ tenant, keys }) =>
      observations(keys)
        .filter(([call]) => tenant.has(call) && !call.startsWith("upkeep."))
        .map(([call, ...args]) => ({ tenant, keys, call, args })),
    )
    // The same call of both tenants, side by side.
    calls.sort((left, right) => (left.call < right.call ? -1 : left.call > right.call ? 1 : 0))
    const answers = await Promise.all(
      calls.map(({ tenant, keys, call, args }) => readAnswer(tenant, keys, () => tenant.call(call, ...args))),
    )
    for (const [index, { tenant, call }] of calls.entries()) {
      const rows = expected[two.findIndex((entry) => entry.tenant === tenant)]
      t.equal(answers[index], rows?.[call], `${call} beside the same call of another tenant`)
    }
  })
}

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

const together = listCases(
  { clause: "TENANT-together", harm: "A busy server answers one customer with the rows of another." },
  [
    ...[0, 1].map((first) => ({
      id: `together/lookups-${first === 0 ? "in-order" : "in-reverse"}`,
      title:
        "Lookups of two tenants with equal keys, made at the same moment, each return the tenant's own row",
      fix: "Make the tenant a part of the key by which a batch or a cache finds its rows.",
      run: (t: TenantContext) => checkTogether(t, first),
    })),
    {
      id: "together/tokens",
      title: "Each of two tenants uses its own token, although both have the same one and use it at once",
      async run(t) {
        const two = await openTwo(t)
        const used = await t.race(
          two.map(
            ({ tenant, keys: { identifier, token } }) =>
              () =>
                tenant.call("useVerificationToken", { identifier, token }),
          ),
        )
        for (const [index, { values, keys }] of two.entries()) {
          const outcome = used[index]
          const row = outcome?.status === "fulfilled" ? outcome.value : outcome?.reason
          t.row(row, { token: keys.token, expires: values.expires }, "the token of each tenant")
        }
      },
    },
    {
      id: "together/sign-ups",
      title: "The same person signs up in two tenants at once",
      async run(t) {
        const keys = newKeys(t)
        const tenants = [await t.openTenant(t.newName()), await t.openTenant(t.newName())]
        const filled = await t.race(
          tenants.map(
            (tenant, index) => () =>
              fillTenant(t, tenant, { wanted: keys, values: newValues(t, `own-${index}`, index) }),
          ),
        )
        for (const [index, outcome] of filled.entries()) {
          if (outcome.status === "rejected") throw outcome.reason
          const user = await tenants[index]?.call("getUserByEmail", keys.email)
          t.row(user, { name: `own-${index}`, email: keys.email }, "the user of each tenant")
        }
      },
    },
  ],
)

const names = listCases({ clause: "TENANT-names" }, [
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
    harm: "A request whose tenant is unknown reads the rows of whoever came before.",
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

/**
 * All cases about tenants.
 *
 * @example
 * ```ts
 * import { tenantCases } from "@mortise/conformance"
 *
 * console.log(tenantCases.map(({ id, title }) => `${id}: ${title}`))
 * ```
 */
export const tenantCases: readonly TenantCase[] = [...besideOthers, ...together, ...names]
