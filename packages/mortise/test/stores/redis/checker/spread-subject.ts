import { defaultSchema } from "../../../../src/contract/build-schema.ts"
import type { Store } from "../../../../src/operations/store.ts"
import type { RedisConnection } from "../../../../src/stores/redis/connection/connection.ts"
import { reliableConnection } from "../../../../src/stores/redis/connection/connection-layers.ts"
import { createKeys } from "../../../../src/stores/redis/rows/keys.ts"
import { readScript, type Script, writeScript } from "../../../../src/stores/redis/scripts/script.ts"
import type { Indexes } from "../../../../src/stores/redis/spread/indexes.ts"
import { createIntents, type Intents } from "../../../../src/stores/redis/spread/intents.ts"
import { createSpreadStore } from "../../../../src/stores/redis/spread/spread-store.ts"
import { createSettle } from "../../../../src/stores/redis/spread/upkeep/settle.ts"
import type { Subject } from "../../../checker/check-schedule.ts"
import type { Pass } from "../../../checker/gate.ts"

/** A protocol with one defect: a part of a script is replaced. */
export type Mutant = {
  readonly name: string
  readonly script: string
  readonly part: string
  readonly by: string
}

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
  readonly mutant?: Mutant
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
  evaluate: (...args) => pass(() => connection.evaluate(...args)),
  read: (...args) => pass(() => connection.read(...args)),
  write: (...args) => pass(() => connection.write(...args)),
})

function withMutant(connection: RedisConnection, { script: name, part, by }: Mutant): RedisConnection {
  const changed = new Map<string, Script>()
  return {
    ...connection,
    evaluate(given, keys, args) {
      if (given.name !== name) return connection.evaluate(given, keys, args)
      if (!given.text.includes(part)) throw new Error(`The script ${name} does not contain ${part}`)
      const createScript = given.isWrite ? writeScript : readScript
      const changedScript = changed.get(name) ?? createScript(name, given.text.replace(part, by))
      changed.set(name, changedScript)
      return connection.evaluate(changedScript, keys, args)
    },
  }
}
