/// <reference types="node" />

import { findOperation } from "../case-tools/find-operation.ts"
import type { Awaitable } from "../promises.ts"
import type { Lifecycle } from "../run-options.ts"
import type { Command, RemoteCall, RemoteOutcome, Reply } from "./messages.ts"
import { openModule } from "./open-module.ts"

// One process of a race; open-workers.ts starts its program. The process opens what is tested and then follows
// commands: `prepare` stores the calls, `start` makes all of them at the given time and replies with their outcomes,
// `close` closes the store. Preparing first keeps the transfer of the arguments out of the race.

type OpenFunctions<Setup> = (setup: Setup) => Awaitable<object>

const reply = (message: Reply): void => void process.send?.(message)

/** Waits until a time. Sleeps at first, then polls the clock: timers alone are inaccurate by a millisecond. */
async function until(at: number): Promise<void> {
  const now = () => performance.timeOrigin + performance.now()
  await new Promise((resolve) => setTimeout(resolve, at - now() - 2))
  while (now() < at);
}

async function settle(functions: object, { operation, args }: RemoteCall): Promise<RemoteOutcome> {
  try {
    const value: unknown = await findOperation(functions, operation)?.(...args)
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

async function work<Setup extends Lifecycle>(openFunctions: OpenFunctions<Setup>): Promise<void> {
  const { factory } = await openModule<Setup>(process.argv[2] ?? "")
  const setup = await factory()
  const functions = await openFunctions(setup)
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
          outcomes: await Promise.all(prepared.map((call) => settle(functions, call))),
        })
      case "close":
        await setup.close?.()
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

/** Serves the commands of the process that started this one. `openFunctions` returns what it can call, by name. */
export async function serveCalls<Setup extends Lifecycle>(
  openFunctions: OpenFunctions<Setup>,
): Promise<void> {
  // Ends with the process that sends the commands.
  process.on("disconnect", () => process.exit())
  // The case that races fails with the message, and this process stays for the next race.
  process.on("unhandledRejection", fail).on("uncaughtException", fail)
  await work(openFunctions).catch(fail)
}
