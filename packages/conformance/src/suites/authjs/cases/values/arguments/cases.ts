import { isDate, member, sameValue } from "../../../../../engine/case-tools/same-value.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import { kebabCase } from "../../kebab-case.ts"
import type { ArgumentCall, Prepared } from "./argument-call.ts"
import { sessionArguments } from "./session-arguments.ts"
import { userArguments } from "./user-arguments.ts"

const argumentCalls = [...userArguments, ...sessionArguments]

const evidence = "Drivers that wait for a connection read the parameters only when they have one"
const harm = "Code that reuses an object for the next call changes what the previous call stores."
const fix = "Copy the argument, including its dates, before the first await."

const leftAlone = ({ operation, prepare, unusual }: ArgumentCall): NewCase => ({
  id: `arguments/left-alone-by-${kebabCase(operation)}`,
  clause: "SEC-A9",
  also: [`§4 ${operation}`],
  title: `${operation} accepts a frozen argument and keeps no reference to it`,
  harm: "The client continues with the object that it passed, and shows or sends changed values.",
  evidence: "@auth/mikro-orm-adapter changes the options object of its caller",
  fix: "Copy an argument, including its dates, before you change or store it.",
  async run(t) {
    const argument = await unusual(t)
    const before = structuredClone(argument)
    await t.call(operation, argument)
    t.equal(Object.keys(argument), Object.keys(before), `the fields of the argument after ${operation}`)
    t.equal(argument, before, `the argument after ${operation}`)

    const prepared = await prepare(t)
    const copies = structuredClone(prepared.original)
    const result = await t.call(operation, Object.freeze(prepared.original))
    t.equal(prepared.original, copies, `the frozen argument after ${operation}`)
    await expectState(t, prepared, result, [prepared.asGiven])

    const { original, replaced, state, ...rest } = await prepare(t)
    const answer = await t.call(operation, original)
    replace(original, replaced)
    await expectState(t, { original, replaced, state, ...rest }, answer, [rest.asGiven])
  },
})

// Both are only a should: the contract does not define when an argument is read, the client does not change one during a
// call, and many drivers convert dates when they have a connection.

const readOnce = ({ operation, prepare }: ArgumentCall): NewCase => ({
  id: `arguments/read-once-by-${kebabCase(operation)}`,
  level: "should",
  clause: "SEC-A9",
  also: [`§4 ${operation}`],
  title: `${operation} reads its argument once, and never mixes old and new values`,
  harm,
  evidence,
  fix,
  run: (t) => changeDuringCall(t, { operation, prepare }, ({ asGiven, asReplaced }) => [asGiven, asReplaced]),
})

const readAtTheCall = ({ operation, prepare }: ArgumentCall): NewCase => ({
  id: `arguments/read-at-the-call-by-${kebabCase(operation)}`,
  level: "should",
  clause: "SEC-A9",
  also: [`§4 ${operation}`],
  title: `${operation} uses the values that its argument has when it is called`,
  harm,
  evidence,
  fix,
  run: (t) => changeDuringCall(t, { operation, prepare }, ({ asGiven }) => [asGiven]),
})

async function changeDuringCall(
  t: CaseContext,
  { operation, prepare }: Pick<ArgumentCall, "operation" | "prepare">,
  allowed: (prepared: Prepared) => readonly Prepared["asGiven"][],
): Promise<void> {
  // At once, and after one and some turns of the event loop: adapters read at different moments.
  for (const turns of [0, 1, 5]) {
    const prepared = await prepare(t)
    const running = t.call(operation, prepared.original)
    if (turns > 0) await t.turns(turns)
    replace(prepared.original, prepared.replaced)
    await expectState(t, prepared, await running, allowed(prepared))
  }
}

/** Writes the other values into the argument. Dates keep their identity and change their time. */
function replace(original: object, replaced: object): void {
  for (const [name, value] of Object.entries(replaced)) {
    const old = member(original, name)
    if (isDate(old) && isDate(value)) old.setTime(value.getTime())
    else Reflect.set(original, name, value)
  }
}

async function expectState(
  t: CaseContext,
  { state }: Prepared,
  result: unknown,
  allowed: readonly Prepared["asGiven"][],
): Promise<void> {
  const rows = await state(result)
  const matches = allowed.some((expected) => expected.every((row, index) => holds(rows[index], row)))
  t.check(
    matches,
    `the stored rows: ${allowed.map((expectedRows) => JSON.stringify(expectedRows)).join(" or ")}`,
    rows,
  )
}

const holds = (actual: unknown, expected: object | null): boolean =>
  expected === null
    ? actual === null
    : Object.entries(expected).every(([name, value]) =>
        sameValue(member(actual, name) ?? null, value ?? null),
      )

export const argumentCases: readonly NewCase[] = [
  ...argumentCalls.map(leftAlone),
  ...argumentCalls.map(readOnce),
  ...argumentCalls.map(readAtTheCall),
]
