import { expect, test } from "vitest"
import { runConformance } from "../src/suites/authjs/run.ts"
import { mutants } from "./mutants/index.ts"
import { breaking, type Mutant } from "./mutants/mutant.ts"
import { partialDeletion } from "./mutants/partial-deletion.ts"
import { mutantSetup } from "./support/mutant-setup.ts"

// The defects of one adapter that passes all 22 tests of the suite of the official adapters, each with the case of this
// suite that finds it.
const faults = {
  "token-used-by-many": "one-winner/tokens",
  "account-found-without-provider": "accounts/unknown-owner-is-null",
  "unlink-ignores-provider": "unlinking/others-stay",
  "passkey-list-empty": "authenticators/listed-by-user",
  "counter-not-stored": "counters/stored-and-returned",
  "token-answer-is-a-count": "verification-tokens/created-is-returned",
  "update-session-answers-garbage": "session-updates/move-the-expiry",
  "delete-session-answers-another": "sign-outs/session-is-gone",
  "create-session-answers-a-stub": "sessions/created-is-returned",
  "update-user-answers-the-changes": "user-updates/return-the-whole-user",
  "create-user-answers-a-stub": "users/created-is-returned",
}

const deletion = ["cascades/sessions", "cascades/accounts", "cascades/passkeys"]

/** A deleteUser that deletes one session, one account and no passkey. */
const deletesOne: Mutant["make"] = breaking((good) =>
  partialDeletion(good, { sessions: 1, accounts: 1, authenticators: 0 }),
)

const makerOf = (name: string): Mutant["make"] => {
  const mutant = mutants.find((each) => each.name === name)
  if (!mutant) throw new Error(`There is no mutant ${name}`)
  return mutant.make
}

test("in one adapter with all defects that the official suite misses, each defect fails a case of its own", async () => {
  const makers = [deletesOne, ...Object.keys(faults).map(makerOf)]
  const make: Mutant["make"] = (good) => makers.reduce((adapter, next) => next(adapter), good)
  const expected = [...Object.values(faults), ...deletion]
  expect(new Set(expected).size).toBe(expected.length)

  const report = await runConformance({
    factory: () => mutantSetup({ make }),
    only: expected,
    seed: 1,
    onLine: false,
  })
  const failed = report.results.filter(({ status }) => status === "failed").map(({ id }) => id)
  expect(failed.toSorted()).toEqual(expected.toSorted())
})

test.each(Object.entries(faults))("with the defect %s fixed, %s passes", async (fault, by) => {
  const makers = [
    deletesOne,
    ...Object.keys(faults)
      .filter((name) => name !== fault)
      .map(makerOf),
  ]
  const make: Mutant["make"] = (good) => makers.reduce((adapter, next) => next(adapter), good)
  const alone = await runConformance({
    factory: () => mutantSetup({ make: makerOf(fault) }),
    only: [by],
    seed: 1,
    onLine: false,
  })
  const fixed = await runConformance({
    factory: () => mutantSetup({ make }),
    only: [by],
    seed: 1,
    onLine: false,
  })
  expect([alone.failed, fixed.failed]).toEqual([1, 0])
})
