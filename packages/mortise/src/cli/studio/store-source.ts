import { internals } from "../../contract/internals.ts"
import { isSuspended } from "../../contract/is-suspended.ts"
import { type ModelName, modelNames } from "../../contract/models.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { storeTarget } from "../revoke/store-target.ts"
import { examine, isExaminable } from "../tables/examine.ts"
import { describeFinding } from "../tables/visible-finding.ts"
import { canSuspend } from "../users/change-user.ts"
import { withoutRecord } from "../users/end-sessions.ts"
import type { UserRow } from "../users/people.ts"
import { storePeople } from "../users/store-people.ts"
import { findOrders } from "../users/user-orders.ts"
import { actions, type Target } from "./actions.ts"
import type { Health, RowCount, UserSummary } from "./api-types.ts"
import { type Context, createHandles } from "./context.ts"
import { createUserLists } from "./find-users.ts"
import { removeRow } from "./remove-row.ts"
import { createRevocations } from "./revocations.ts"
import { showSessions, showUser } from "./show-user.ts"
import { smallStore } from "./small-store.ts"
import type { Source } from "./source.ts"
import { createUserRows } from "./user-walks.ts"
import { isoTime } from "./visible-fields.ts"

/** The store of an adapter. */
export function storeSource(store: OpenStore, now: () => number = Date.now): Source {
  const context = { store, handleOf: createHandles() }
  const people = storePeople(store, now)
  const lists = createUserLists({
    rows: createUserRows(people, toUserSummary),
    countUsers: () => countRows(context, "user", false),
    findOrders: () => findStoreOrders(store),
  })
  const target: Target = {
    people,
    removeRow: (kind, userId, handle) => removeRow(context, kind, userId, handle),
    revocations: createRevocations(storeTarget(store), now),
  }
  return {
    overview: {
      store: store.manifest.store,
      isBetterAuth: false,
      canSuspend: canSuspend(store.schema),
      note: withoutRecord,
      namesUpTo: smallStore,
      models: modelNames,
    },
    readPlace: () => readStorePlace(store),
    ...lists,
    user: (id) => showUser(context, id),
    sessions: (id, after) => showSessions(context, id, after),
    count: (model, isExact) => countRows(context, model as ModelName, isExact),
    health: () => checkHealth(context),
    hasReadableTables: () => hasReadableTables(store),
    act: (action, input) => actions[action](target, input),
  }
}

/** Statements of its own would read the rows of all tenants. */
async function findStoreOrders({ adapter, hasTables, tenant }: OpenStore) {
  if (!hasTables || tenant !== undefined) return undefined
  const { openUserTables } = await import("../../stores/sql/migrate/user-tables.ts")
  return findOrders(await openUserTables(adapter))
}

async function hasReadableTables({ adapter, hasTables }: OpenStore): Promise<boolean> {
  if (!hasTables) return false
  const { inspect } = await import("../../stores/sql/migrate/index.ts")
  return inspect(adapter, { emails: false }).then(
    () => true,
    () => false,
  )
}

/** What `mortise doctor` finds. */
async function checkHealth({ store }: Context): Promise<Health> {
  if (!(await isExaminable(store.adapter))) return { findings: null }
  const { findings, schema } = await examine(store.adapter)
  return { findings: findings.map((finding) => describeFinding(finding, schema)) }
}

// An engine reads this many entries of an index in some milliseconds.
const quickLimit = 100_000

/** Counts the rows of a model: in SQL up to a limit, because an exact count reads the whole table. */
async function countRows({ store }: Context, model: ModelName, isExact: boolean): Promise<RowCount> {
  if (store.manifest.engine?.counts === "upper_bound")
    return { rows: await store.upkeep.count(model), isExact: false, isAtMost: true }
  if (isExact || !store.hasTables || store.tenant !== undefined)
    return { rows: await store.upkeep.count(model), isExact: true }
  const { countUpTo } = await import("../../stores/sql/migrate/count-up-to.ts")
  const rows = await countUpTo(store.adapter, model, quickLimit)
  return { rows, isExact: rows === null || rows < quickLimit }
}

/** Names the database, and the tenant. */
async function readStorePlace({ adapter, tenant }: OpenStore): Promise<string | undefined> {
  const place = await readPlace(adapter)
  return tenant === undefined ? place : [place, `tenant ${tenant}`].filter(Boolean).join(", ")
}

/** Names the database of an adapter without credentials; undefined if the store has none, or does not name it. */
async function readPlace(adapter: object): Promise<string | undefined> {
  const { halves, migration, readPlace: ofStore } = internals(adapter) ?? {}
  if (halves) {
    const places = await Promise.all([readPlace(halves.users), readPlace(halves.sessions)])
    return places.filter((place) => place !== undefined).join("; ") || undefined
  }
  if (!migration) return ofStore?.()
  return (await import("../../stores/sql/migrate/read-adapter-place.ts")).readAdapterPlace(adapter)
}

/** What a list shows of a user. */
const toUserSummary = ({ id, email, name, emailVerified, createdAt, suspendedAt }: UserRow): UserSummary => ({
  id,
  email,
  name: typeof name === "string" ? name : null,
  isSuspended: isSuspended({ suspendedAt }),
  emailVerified: isoTime(emailVerified),
  created: isoTime(createdAt) ?? timeInId(id),
})

// Version 7, variant 10.
const uuid7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** A UUID of version 7 starts with its time in milliseconds. */
function timeInId(id: string): string | null {
  const [, high, low] = uuid7.exec(id) ?? []
  return high && low ? isoTime(Number.parseInt(high + low, 16)) : null
}
