import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { Contestant, Engine } from "./contestant.ts"
import type { Turn } from "./measure.ts"

/** Asks a contestant to take a turn. */
export type TurnOrder = {
  readonly contestant: string
  readonly workload: string
  readonly callers: number
  readonly count: number
}

/** The result of an order. Without a turn, the note gives the reason. */
export type Answer = { readonly note: string; readonly turn?: Turn }

/** A contestant in another process. */
export type RemoteEntrant = {
  readonly contestant: Contestant
  readonly note: string
  take(order: Omit<TurnOrder, "contestant">): Promise<Answer>
  close(): Promise<void>
}

const program = fileURLToPath(new URL("./contestant-process.ts", import.meta.url))

/**
 * Opens and fills contestants of an engine in a process without the others. In one process, the JavaScript engine would
 * compile code that several clients share for all of them, and no application has all of them in one process.
 * `env` names the server that the processes share.
 */
export async function enterInProcess(
  engine: string,
  contestants: readonly Contestant[],
  population: number,
  { env, node }: Pick<Awaited<ReturnType<Engine["open"]>>, "env" | "node"> = {},
): Promise<RemoteEntrant[]> {
  const names = contestants.map(({ name }) => name)
  const child = fork(program, [engine, String(population), ...names], {
    execPath: node?.path ?? process.execPath,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...env },
    // The output of a client must not end up in the report.
    stdio: ["ignore", 2, 2, "ipc"],
  })
  const ended = once(child, "exit")
  const entered: RemoteEntrant[] = []
  for (const contestant of contestants) {
    const { note } = await nextAnswer(child)
    entered.push({
      contestant,
      note,
      take(order) {
        if (child.connected) child.send({ contestant: contestant.name, ...order } satisfies TurnOrder)
        return nextAnswer(child)
      },
      async close() {
        if (child.connected) child.disconnect()
        await ended
      },
    })
  }
  return entered
}

function nextAnswer(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => {
    const gone = () => resolve({ note: "its process ended" })
    if (!child.connected) return gone()
    child.once("exit", gone)
    child.once("message", (answer) => {
      child.off("exit", gone)
      resolve(answer as Answer)
    })
  })
}
