import { type Adapter, type OperationName, operationNames } from "mortise"
import { breaking, type Mutant, type Operation, pause, wrapOperations } from "./mutant.ts"

/** An adapter whose operations `make` creates one by one. */
const each = (good: Adapter, make: (run: Operation, name: OperationName) => Operation): Adapter =>
  wrapOperations(operationNames, make)(good)

/** Defects of the adapter object, and of concurrent calls. */
export const shapeMutants: readonly Mutant[] = [
  {
    name: "operations-on-a-prototype",
    by: "shape/own-and-enumerable",
    defect: "the operations are methods of a class: they are lost when the client copies the keys",
    evidence: '@auth/core: "getUserByAccount is not a function"',
    make: (good) => Object.create(good) as Adapter,
  },
  {
    name: "operations-not-enumerable",
    by: "shape/own-and-enumerable",
    defect: "the operations are not enumerable: spreading the adapter loses them",
    evidence: "§1.4: an adapter may be extended by spreading",
    make: (good) =>
      Object.defineProperties(
        {},
        Object.fromEntries(operationNames.map((name) => [name, { value: good[name] }])),
      ) as Adapter,
  },
  {
    name: "operations-use-this",
    by: "shape/every-operation-works-without-this",
    defect: "the operations use `this`, which the client does not pass",
    evidence: "@auth/core calls the operations unbound",
    make: (good) =>
      each(
        good,
        (run) =>
          async function (this: unknown, ...args) {
            if (!this) throw new TypeError("Cannot read properties of undefined (reading 'client')")
            return run(...args)
          },
      ),
  },
  {
    name: "one-call-at-a-time",
    by: "lost-writes/users",
    defect: "a call fails while another call is running",
    evidence: "@auth/neo4j-adapter: one driver session for the whole application",
    make(good) {
      let busy = false
      return each(good, (run) => async (...args) => {
        if (busy) throw new Error("Queries cannot be run directly on a session with an open transaction")
        busy = true
        try {
          await pause()
          return await run(...args)
        } finally {
          busy = false
        }
      })
    },
  },
  {
    name: "reads-lag-behind",
    by: "sessions/found-with-their-user",
    defect: "a row is not found immediately after it was written",
    evidence: "@auth/dynamodb-adapter: every lookup is on an eventually consistent index",
    make: breaking((good) => {
      const fresh = new Set<string>()
      return {
        async createSession(session) {
          fresh.add(session.sessionToken)
          return good.createSession(session)
        },
        getSessionAndUser: async (token) => (fresh.delete(token) ? null : good.getSessionAndUser(token)),
      }
    }),
  },
]
