import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { Contestant, Engine } from "./contestant.ts"
import type { Turn } from "./measure.ts"

/** A turn that a contestant is to take. */
export type Order = {
  readonly contestant: string
  readonly workload: string
  readonly callers: number
  readonly count: number
}

/** What came of it; the note says why there is no turn. */
export type Word = { readonly note: string; readonly turn?: Turn }

/** A contestant in another process. */
export type Apart = {
  readonly contestant: Contestant
  readonly note: string
  take(order: Omit<Order, "contestant">): Promise<Word>
  close(): Promise<void>
}

const program = fileURLToPath(new URL("./contestant-process.ts", import.meta.url))

/**
 * Opens and fills contestants of an engine where no others are: code that several clients share would be compiled for
 * all of them, and nobody has them all in one process. `env` names the server that they have in common.
 */
export async function enterApart(
  engine: string,
  contestants: readonly Contestant[],
  population: number,
  { env, node = process.execPath }: Pick<Awaited<ReturnType<Engine["open"]>>, "env" | "node"> = {},
): Promise<Apart[]> {
  const names = contestants.map(({ name }) => name)
  const child = fork(program, [engine, String(population), ...names], {
    execPath: node,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...env },
    // What a client prints is no part of the report.
    stdio: ["ignore", 2, 2, "ipc"],
  })
  const ended = once(child, "exit")
  const entered: Apart[] = []
  for (const contestant of contestants) {
    const { note } = await wordOf(child)
    entered.push({
      contestant,
      note,
      take(order) {
        if (child.connected) child.send({ contestant: contestant.name, ...order } satisfies Order)
        return wordOf(child)
      },
      async close() {
        if (child.connected) child.disconnect()
        await ended
      },
    })
  }
  return entered
}

function wordOf(child: ChildProcess): Promise<Word> {
  return new Promise((resolve) => {
    const gone = () => resolve({ note: "its process ended" })
    if (!child.connected) return gone()
    child.once("exit", gone)
    child.once("message", (word) => {
      child.off("exit", gone)
      resolve(word as Word)
    })
  })
}
