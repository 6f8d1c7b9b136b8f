/// <reference types="node" />
import type { BetterAuthSetup } from "../better-auth/run-options.ts"
import type { Command, RemoteCall, RemoteOutcome, Reply } from "../processes/messages.ts"
import type { Setup } from "../run-options.ts"
import { findOperation } from "../tested-adapter.ts"
import { openModule } from "./open-module.ts"

// The program of one process of a race; open-processes.ts starts it. The process opens the adapter and then follows
// commands: `prepare` stores the calls, `start` makes all of them at the given time and replies with their outcomes,
// `close` closes the store. Preparing first keeps the transfer of the arguments out of the race.

const reply = (message: Reply): void => void process.send?.(message)

/** Waits until a time. Sleeps at first, then polls the clock: timers alone are inaccurate by a millisecond. */
async function until(at: number): Promise<void> {
  const now = () => performance.timeOrigin + performance.now()
  await new Promise((resolve) => setTimeout(resolve, at - now() - 2))
  while (now() < at);
}

async function settle(adapter: object, { operation, args }: RemoteCall): Promise<RemoteOutcome> {
  try {
    const value: unknown = await findOperation(adapter, operation)?.(...args)
    // Processes can only exchange plain data, but a result may be an instance of any class.
    return { value: value === undefined ? undefined : structuredClone(plain(value)) }
  } catch (error) {
    return { thrown: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

const plain = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
    : value

const openBetterAuth = async (setup: BetterAuthSetup): Promise<object> =>
  (await import("../better-auth/open-database.ts")).openRemote(setup)

async function work(): Promise<void> {
  const { factory } = await openModule<Setup | BetterAuthSetup>(process.argv[2] ?? "")
  const setup = await factory()
  const adapter = "adapter" in setup ? setup.adapter : await openBetterAuth(setup)
  const { close } = setup
  let prepared: readonly RemoteCall[] = []

  const obey = async (message: Command): Promise<void> => {
    switch (message.command) {
      case "prepare":
        prepared = message.calls
        return reply({ reply: "prepared", race: message.race })
      case "start":
        await until(message.at)
        return reply({
          reply: "outcomes",
          race: message.race,
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

// Ends with the process that sends the commands.
process.on("disconnect", () => process.exit())
// The case that races fails with the message, and this process stays for the next race.
process.on("unhandledRejection", fail).on("uncaughtException", fail)
await work().catch(fail)
