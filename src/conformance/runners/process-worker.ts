/// <reference types="node" />
import { operationOf } from "../../contract/operations.ts"
import type { Command, RemoteCall, RemoteOutcome, Reply } from "../processes/messages.ts"
import { openModule } from "./open-module.ts"

// The other end of processes.ts: one process that makes the calls it is sent.

const reply = (message: Reply): void => void process.send?.(message)

/** Sleeps most of the time and watches the clock for the rest: timers alone are a millisecond off. */
async function until(at: number): Promise<void> {
  const now = () => performance.timeOrigin + performance.now()
  await new Promise((resolve) => setTimeout(resolve, at - now() - 2))
  while (now() < at);
}

async function settle(adapter: object, { operation, args }: RemoteCall): Promise<RemoteOutcome> {
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

  const obey = async (message: Command): Promise<void> => {
    switch (message.command) {
      case "prepare":
        prepared = message.calls
        return reply({ reply: "prepared" })
      case "start":
        await until(message.at)
        return reply({
          reply: "outcomes",
          outcomes: await Promise.all(prepared.map((call) => settle(adapter, call))),
        })
      case "close":
        await close?.()
        return reply({ reply: "closed" })
    }
  }
  process.on("message", (message: Command) => void obey(message).catch(fail))
  reply({ reply: "open" })
}

const fail = (error: unknown): void =>
  reply({
    reply: "failure",
    failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })

// Without the process that gives the orders there is nothing left to do.
process.on("disconnect", () => process.exit())
await work().catch(fail)
