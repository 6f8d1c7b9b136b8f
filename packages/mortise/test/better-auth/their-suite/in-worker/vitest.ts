/** What Better Auth's suite imports from vitest, for a worker. The tests that it declares run in a request. */
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect"

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)
chai.use(({ Assertion }, { addMethod }) => {
  addMethod(Assertion.prototype, "toSatisfy", Reflect.get(Assertion.prototype, "satisfy"))
})

export const { expect } = chai

type Work = (context: { skip(reason: string): never; onTestFailed(work: () => unknown): void }) => unknown

/** What the tests of a suite came to. */
export type Outcome = {
  readonly passed: number
  readonly problems: readonly string[]
  readonly skipped: readonly string[]
}

let groups: (() => unknown)[] = []
let [before, after]: (() => unknown)[][] = [[], []]
let tests: (readonly [name: string, work: Work])[] = []

export const describe = (_: string, declare: () => unknown) => groups.push(declare)
export const beforeAll = (work: () => unknown) => before?.push(work)
export const afterAll = (work: () => unknown) => after?.push(work)

const declareTest = (name: string, ...rest: unknown[]): void => void tests.push([name, rest.at(-1) as Work])
export const test = Object.assign(declareTest, {
  skipIf: (isSkipped: boolean) => (isSkipped ? () => {} : declareTest),
})

class Skipped extends Error {}

/** Runs what was declared. */
export async function runDeclared(): Promise<Outcome> {
  const declared = groups
  groups = []
  ;[before, after, tests] = [[], [], []]
  for (const declare of declared) await declare()
  const skipped: string[] = []
  const problems: string[] = []
  for (const work of before) await work()
  for (const [name, work] of tests) {
    const failing: (() => unknown)[] = []
    try {
      await work({
        onTestFailed: (clean) => failing.push(clean),
        skip(reason) {
          throw new Skipped(reason)
        },
      })
    } catch (error) {
      if (error instanceof Skipped) skipped.push(error.message)
      else problems.push(`${name}: ${(error as Error).message}`)
      for (const clean of failing) await clean()
    }
  }
  for (const work of after) await work()
  return { passed: tests.length - problems.length - skipped.length, problems, skipped }
}
