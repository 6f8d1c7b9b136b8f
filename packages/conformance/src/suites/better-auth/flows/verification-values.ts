import type { NewCase } from "../case.ts"
import { openSite } from "./site.ts"

const inAMinute = () => new Date(Date.now() + 60_000)

/** Each call of two servers in turn: what one server locks does not protect the other. */
export const verificationValues: readonly NewCase[] = [
  {
    id: "verification-values/reserved",
    clause: "BA-single-use",
    title: "If many callers reserve one value at once, one of them gets it",
    harm: "A signed assertion or a token that may be used once signs in twice.",
    fix: "Reject a primary key that is taken in create, also outside the current transaction.",
    run: (t) =>
      t.rounds(2, async () => {
        const servers = [await openSite(t), await openSite(t)]
        const value = { identifier: t.unique(), value: "used", expiresAt: inAMinute() }

        const outcomes = await t.race(
          [...servers, ...servers, ...servers, ...servers].map(
            ({ context }) =>
              () =>
                context.internalAdapter.reserveVerificationValue(value),
          ),
        )

        const answers = outcomes.map((outcome) =>
          outcome.status === "fulfilled" ? outcome.value : outcome.reason,
        )
        t.check(answers.filter((answer) => answer === true).length === 1, "one caller that gets it", answers)
        t.check(answers.filter((answer) => answer === false).length === 7, "seven that do not", answers)
      }),
  },
  {
    id: "verification-values/newest",
    clause: "BA-single-use",
    title: "The newest of several values is used, and the older ones are void with it",
    harm: "An older code works, or the code of the latest mail does not.",
    fix: "Sort by createdAt to the millisecond in findMany, and delete all matching rows in deleteMany.",
    run: async (t) => {
      const { context } = await openSite(t)
      const identifier = t.unique()
      for (const value of ["oldest", "older", "newest"]) {
        await context.internalAdapter.createVerificationValue({ identifier, value, expiresAt: inAMinute() })
        await t.wait(3)
      }

      const used = await context.internalAdapter.consumeVerificationValue(identifier)

      t.equal(used?.value, "newest", "the value")
      t.equal(await context.internalAdapter.consumeVerificationValue(identifier), null, "the next value")
    },
  },
]
