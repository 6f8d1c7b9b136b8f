import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type { Adapter } from "../../../../src/index.ts"
import { type Contest, contests, type Outcome } from "./contests.ts"

const callersOf = (count: number) => Array.from({ length: count }, (_, who) => who)

/** Runs rounds of callers in this process and returns the failures. A failed round is not repeated. */
export async function raceInProcess(adapter: Adapter, name: string, rounds: number, callers = 8) {
  const contest = contests[name] as Contest
  const failures: string[] = []
  for (let round = 0; round < rounds; round++) {
    const prize = await contest.prepare(adapter)
    const outcomes = await Promise.all(callersOf(callers).map((who) => contest.act(adapter, prize, who)))
    const failure = await contest.judge(adapter, prize, outcomes)
    if (failure) failures.push(`round ${round}: ${failure}`)
  }
  return failures
}

export type Racers = { race(name: string, rounds: number): Promise<string[]>; close(): Promise<void> }

/** A program that calls `compete`, and its arguments. */
export type Racer = readonly [program: URL, ...args: string[]]

// Bun strips types itself.
const execArgv = process.versions["bun"] ? [] : ["--import", "tsx"]

/** Processes, each with its own client on the same database, that start at the same time. */
export async function openRacers([program, ...args]: Racer, adapter: Adapter, count = 3): Promise<Racers> {
  const children = callersOf(count).map(() => fork(program, args, { execArgv }))
  await Promise.all(children.map(answer))
  return {
    async race(name, rounds) {
      const contest = contests[name] as Contest
      const failures: string[] = []
      for (let round = 0; round < rounds; round++) {
        const prize = await contest.prepare(adapter)
        const at = Date.now() + 10
        const answers = children.map((child, nth) => {
          child.send({ contest: name, prize, callers: [nth, nth + count, nth + 2 * count], at })
          return answer(child)
        })
        const outcomes = (await Promise.all(answers)).flat() as Outcome[]
        const failure = await contest.judge(adapter, prize, outcomes)
        if (failure) failures.push(`round ${round}: ${failure}`)
      }
      return failures
    },
    async close() {
      const ended = children.map((child) => once(child, "exit"))
      for (const child of children) child.disconnect()
      await Promise.all(ended)
    },
  }
}

/** The next message of a process; if the process ends, it throws. */
const answer = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error("A racing process ended"))
    child.once("exit", ended)
    child.once("message", (message) => {
      child.off("exit", ended)
      resolve(message)
    })
  })
