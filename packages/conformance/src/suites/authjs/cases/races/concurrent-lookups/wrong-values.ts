import type { OperationName } from "mortise"
import { unwrapOutcome } from "../../../../../engine/case-tools/race-helpers.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import { createEveryKind } from "./rows.ts"

// Some clients collect the lookups of one turn and send them as one query. If one of them is invalid, all of them fail.

const wrongValues: readonly unknown[] = [7, true, {}, Symbol("wrong"), null]

function callWith(t: CaseContext, operation: OperationName, value: unknown): Promise<unknown> {
  if (operation === "getUserByAccount")
    return t.call(operation, { provider: value, providerAccountId: value })
  return t.call(operation, value, value)
}

export const lookupsBesideWrongValues: readonly NewCase[] = [
  {
    id: "concurrent-lookups/beside-wrong-values",
    clause: "SEC-B9",
    also: ["SEC-J2"],
    title: "A lookup returns its row while other callers pass values of a wrong type",
    harm: "Anybody who sends malformed requests signs out the people whose requests arrive at the same moment.",
    evidence:
      "Prisma sends the findUnique calls of one turn as one query: one invalid value in @auth/prisma-adapter fails all of them",
    fix: "Check the type of every key before the call joins a batch.",
    async run(t) {
      const rows = await createEveryKind(t)
      const lookups = rows.flatMap((row) => row.lookups)
      for (const value of wrongValues) {
        const wrong = lookups.map(
          ({ operation }) =>
            () =>
              t.attempt(() => callWith(t, operation, value)),
        )
        const outcomes = await t.race<unknown>([...wrong, ...lookups.map(({ read }) => read), ...wrong])
        for (const [index, { operation, expected }] of lookups.entries()) {
          const result = unwrapOutcome(outcomes[wrong.length + index])
          t.row(result, expected, `${operation} beside calls with ${String(value)}`)
        }
      }
    },
  },
]
