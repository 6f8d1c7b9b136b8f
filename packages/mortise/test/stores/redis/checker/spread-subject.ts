import type { Subject } from "../../../../../workshop/src/checker/check-schedule.ts"
import type { Pass } from "../../../../../workshop/src/checker/gate.ts"
import { changeScript, type ScriptChange } from "../../../../../workshop/src/checker/redis-commands.ts"
import { defaultSchema } from "../../../../src/contract/build-schema.ts"
import type { Store } from "../../../../src/operations/store.ts"
import type { RedisConnection } from "../../../../src/stores/redis/connection/connection.ts"
import { reliableConnection } from "../../../../src/stores/redis/connection/connection-layers.ts"
import { createKeys } from "../../../../src/stores/redis/rows/keys.ts"
import type { Indexes } from "../../../../src/stores/redis/spread/indexes.ts"
import { createIntents, type Intents } from "../../../../src/stores/redis/spread/intents.ts"
import { createSpreadStore } from "../../../../src/stores/redis/spread/spread-store.ts"
import { createSettle } from "../../../../src/stores/redis/spread/upkeep/settle.ts"

// Indexes are no part of what callers see.
export const noIndexes: Indexes = {
  add: async () => {},
  drop: async () => {},
  addEmail: async () => {},
  dropEmail: async () => {},
  dropMember: async () => {},
  expire: async () => {},
}

// Intents are neither.
export const noIntents: Intents = { add: async () => {}, remove: async () => {}, find: async () => [] }

const unchecked = { ready: async () => {}, suspect: () => {} }

let runs = 0

type SubjectOptions = {
  readonly mutant?: ScriptChange
  /** Whether every lookup settles what other callers have noted, as a sweep does. */
  readonly hasSweeps?: boolean
}

/** The spread engine on a connection. It may be one to a single server: each command is one step there too. */
export function spreadSubject(
  connection: RedisConnection,
  { mutant, hasSweeps = false }: SubjectOptions = {},
): Subject {
  const schema = defaultSchema()
  const mutated = mutant ? withMutant(connection, mutant) : connection
  return {
    schema,
    open() {
      const keys = createKeys(`run${process.pid}-${++runs}`, schema)
      return (pass) => {
        const gated = reliableConnection(throughGate(mutated, pass), unchecked)
        // Callers never wait for each other, so that they kill as often as possible.
        const base = { schema, keys, connection: gated, onWarning: () => {} }
        const intents = hasSweeps ? createIntents(base) : noIntents
        const parts = { ...base, indexes: noIndexes, intents, patienceMs: 0 }
        const store = createSpreadStore(parts)
        return hasSweeps ? withSweeps(store, createSettle(parts)) : store
      }
    },
  }
}

const withSweeps = (store: Store, settle: (limit: number) => Promise<number>): Store => ({
  ...store,
  async find(...args) {
    await settle(100)
    return store.find(...args)
  },
})

const throughGate = (connection: RedisConnection, pass: Pass): RedisConnection => ({
  ...connection,
  evaluate: (...args) => pass({ label: args[0].name }, () => connection.evaluate(...args)),
  read: (...args) => pass({ label: args[0] }, () => connection.read(...args)),
  write: (...args) => pass({ label: args[0] }, () => connection.write(...args)),
})

const withMutant = (connection: RedisConnection, mutant: ScriptChange): RedisConnection => ({
  ...connection,
  evaluate: (script, keys, args) => connection.evaluate(changeScript(script, mutant), keys, args),
})
