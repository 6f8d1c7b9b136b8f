import { type TenantCall, tenantCalls } from "./calls.ts"
import { listTable, type TenantContext } from "./case.ts"
import type { OpenedTenant } from "./open-tenant.ts"
import {
  type Extent,
  fillTenant,
  isNothing,
  type Keys,
  newKeys,
  newValues,
  observe,
  readAnswer,
  type Values,
} from "./rows.ts"

/** A call, the rows of the tenant that makes it, and those of the tenants beside it. */
type Situation = { readonly own: Extent; readonly others: Extent; readonly tested: TenantCall }

/** The keys that all tenants of a case have, and the values in which their rows differ. */
type Stored = {
  readonly wanted: Keys
  readonly own: Values
  readonly others: Values
  readonly isAlone: boolean
}

/** Makes the call in a tenant, and returns what the call and the tenant's rows tell. */
async function makeCall(
  t: TenantContext,
  tenant: OpenedTenant,
  { own: extent, tested: { call, creates, args } }: Situation,
  { wanted, own, others, isAlone }: Stored,
) {
  const keys = await fillTenant(t, tenant, { wanted, values: own, extent })
  const mustAct = isAlone && (extent === "all" ? !creates : extent === "user")
  const before = mustAct && (await observe(tenant, keys))
  const values = extent === "all" ? own : others
  const answer = await readAnswer(tenant, keys, () => tenant.call(call, ...args(keys, values)))
  const rows = await observe(tenant, keys)
  if (before && isNothing(answer) && JSON.stringify(rows) === JSON.stringify(before))
    t.check(false, `${call} finds or changes the tenant's own rows`, answer)
  const { identifier, token } = keys
  const used = await readAnswer(tenant, keys, () =>
    tenant.call("useVerificationToken", { identifier, token }),
  )
  return { answer, rows, used }
}

/**
 * A call in a tenant beside two others with equal keys, whose names it begins with and begins. Its answer and its rows
 * must be those of a tenant without others beside it, and the others must not change.
 */
async function checkBesideOthers(t: TenantContext, situation: Situation): Promise<void> {
  const { own: extent, others: othersExtent, tested } = situation
  const name = t.newName()
  const wanted = newKeys(t)
  const [own, others] = [newValues(t, "own", 0), newValues(t, "other", 1)]
  const alone = await makeCall(t, await t.openTenant(t.newName()), situation, {
    wanted,
    own,
    others,
    isAlone: true,
  })

  const neighbours: { tenant: OpenedTenant; keys: Keys; before: Record<string, string> }[] = []
  for (const neighbour of [name, `${name}aa`]) {
    const tenant = await t.openTenant(neighbour)
    const keys = await fillTenant(t, tenant, { wanted, values: others, extent: othersExtent })
    neighbours.push({ tenant, keys, before: await observe(tenant, keys) })
  }
  // A tenant without rows asks for the rows of a neighbour.
  const asked = extent === "none" ? (neighbours[0]?.keys ?? wanted) : wanted
  const tenant = await t.openTenant(`${name}a`)
  const beside = await makeCall(t, tenant, situation, { wanted: asked, own, others, isAlone: false })

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
    topic: "no-equal-rows",
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

/** Each call in a tenant beside others with equal keys. */
export const besideOthers = situations.flatMap(({ topic, clause, own, others, calls, says }) =>
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
