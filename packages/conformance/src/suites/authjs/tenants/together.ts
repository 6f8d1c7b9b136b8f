import { listCases, type TenantContext } from "./case.ts"
import { fillTenant, newKeys, newValues, observations, observe, readAnswer } from "./rows.ts"

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

/** Calls of several tenants at the same moment. */
export const together = listCases(
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
