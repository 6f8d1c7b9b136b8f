import { expect } from "vitest"
import type { Backing } from "../../support/backends.ts"
import type { Case } from "../case.ts"
import { longForm, openCodes, sixDigits } from "./code-steps.ts"

/** Guesses that arrive at the same time. The clock stands still. */
export function codeBurstCases(it: Case, { open }: Backing): void {
  it(
    "SEC-S2: of a hundred concurrent guesses, eleven are compared, and the owner signs in right after them",
    ["countAttempts"],
    async () => {
      const { world, ask, codes } = await openCodes(open)
      const strangers = []
      for (let nth = 0; nth < 20; nth++) strangers.push(await ask())
      world.takeCalls()
      const answers = await world.callAtOnce(
        strangers.flatMap(({ guess }) => Array.from({ length: 5 }, () => guess)),
      )
      const reasons = answers.map((answer) => (answer.ok ? "signed in" : answer.reason))
      expect(reasons.filter((reason) => reason === "wrong_code")).toHaveLength(11)
      expect(reasons.filter((reason) => reason === "try_later")).toHaveLength(89)
      expect(world.takeCalls().filter((name) => name === "useVerificationToken")).toHaveLength(11)
      expect(world.events.filter(({ type }) => type === "code_limit_reached")).toEqual([])

      const owner = await ask()
      expect(owner.code, "six digits would have to wait").toMatch(longForm)
      expect(await owner.type()).toMatchObject({ ok: true, user: { email: "ada@example.com" } })
      expect((await ask()).code, "the count starts again").toMatch(sixDigits)
      expect(codes).toHaveLength(22)
    },
  )
}
