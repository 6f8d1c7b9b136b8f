/// <reference types="node" />
import { operationOf } from "../../contract/operations.ts"
import type { Answer, Order, RemoteCall, RemoteEnding } from "../processes/processes.ts"
import { openModule } from "./open-module.ts"

// The other end of processes.ts: one process that makes the calls it is sent.

const answer = (message: Answer): void => void process.send?.(message)

/** Sleeps most of the time and watches the clock for the rest: timers alone are a millisecond off. */
async function until(at: number): Promise<void> {
  const now = () => performance.timeOrigin + performance.now()
  await new Promise((resolve) => setTimeout(resolve, at - now() - 2))
  while (now() < at);
}

async function settle(adapter: object, { operation, args }: RemoteCall): Promise<RemoteEnding> {
  try {
    const value: unknown = await operationOf(adapter, operation)?.(...args)
    // Only data travels between processes: an answer may be an instance of anything.
    return { value: value === undefined ? undefined : structuredClone(plain(value)) }
  } catch (error) {
    return { thrown: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

const plain = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
    : value

async function work(): Promise<void> {
  const { adapter, close } = await (await openModule(process.argv[2] ?? "")).factory()
  let prepared: readonly RemoteCall[] = []

  const obey = async (order: Order): Promise<void> => {
    switch (order.order) {
      case "prepare":
        prepared = order.calls
        return answer({ answer: "prepared" })
      case "start":
        await until(order.at)
        return answer({
          answer: "endings",
          endings: await Promise.all(prepared.map((call) => settle(adapter, call))),
        })
      case "close":
        await close?.()
        return answer({ answer: "closed" })
    }
  }
  process.on("message", (order: Order) => void obey(order).catch(fail))
  answer({ answer: "open" })
}

const fail = (error: unknown): void =>
  answer({
    answer: "failure",
    failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })

// Without the process that gives the orders there is nothing left to do.
process.on("disconnect", () => process.exit())
await work().catch(fail)
