import { type ModelName, modelNames } from "../../contract/models.ts"
import type { OpenStore } from "../configuration/open-store.ts"
import { canSuspend } from "../users/change-user.ts"
import { actions } from "./actions.ts"
import { checkHealth } from "./check-health.ts"
import { createHandles } from "./context.ts"
import { countRows } from "./count-rows.ts"
import { findUsers, smallStore, type UserRows } from "./find-users.ts"
import { readPlace } from "./read-place.ts"
import { createRevocations } from "./revocations.ts"
import { showSessions, showUser } from "./show-user.ts"
import type { Source } from "./source.ts"
import { toUserSummary } from "./user-summary.ts"

/** The store of an adapter. */
export function storeSource(store: OpenStore, now: () => number = Date.now): Source {
  const context = { store, handleOf: createHandles(), revocations: createRevocations(store, now), now }
  const users = createUserRows(store)
  return {
    overview: {
      store: store.manifest.store,
      isBetterAuth: false,
      canSuspend: canSuspend(store.schema),
      namesUpTo: smallStore,
      models: modelNames,
    },
    readPlace: () => readPlace(store.adapter),
    users: (search, after, limit) => findUsers(users, search, after, limit),
    user: (id) => showUser(context, id),
    sessions: (id, after) => showSessions(context, id, after),
    count: (model, isExact) => countRows(context, model as ModelName, isExact),
    health: () => checkHealth(context),
    hasReadableTables: () => hasReadableTables(store),
    act: (action, input) => actions[action](context, input),
  }
}

const createUserRows = ({ adapter, upkeep }: OpenStore): UserRows => ({
  async page(limit, after, prefix) {
    const key = prefix === undefined ? "id" : "email"
    const { rows, next } = await upkeep.page("user", {
      limit,
      ...(prefix !== undefined && { prefix }),
      ...(after !== null && { after: { [key]: after } }),
    })
    return { users: rows.map(toUserSummary), next: next?.[key] ?? null }
  },
  async find(id) {
    const user = await adapter.getUser(id)
    return user && toUserSummary(user)
  },
})

async function hasReadableTables({ adapter, hasTables }: OpenStore): Promise<boolean> {
  if (!hasTables) return false
  const { inspect } = await import("../../stores/sql/migrate/index.ts")
  return inspect(adapter, { emails: false }).then(
    () => true,
    () => false,
  )
}
