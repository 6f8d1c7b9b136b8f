import { openVisitor } from "../application/visitor.ts"
import {
  authNames,
  type CommandName,
  type CommandResponse,
  type Commands,
  experimentNames,
} from "../protocol.ts"
import { availableStores, type Surroundings } from "../stores/open-store.ts"
import type { Clock } from "./clock.ts"
import type { EventHub } from "./event-hub.ts"
import type { Inbox } from "./inbox.ts"
import type { Laboratory } from "./laboratory.ts"
import type { Live } from "./live.ts"

const maxAdvanceMs = 400 * 24 * 3600 * 1000
const maxTimes = 32

export type CommandParts = {
  readonly hub: EventHub
  readonly clock: Clock
  readonly inbox: Inbox
  readonly live: Live
  readonly laboratory: Laboratory
  readonly origin: string
  readonly surroundings: Surroundings
}

type Handlers = { readonly [N in CommandName]: (body: Partial<Commands[N]>) => Promise<CommandResponse> }

const done: CommandResponse = { ok: true }
const toRefusal = (message: string): CommandResponse => ({ ok: false, message })

/** Runs the commands of the page, one after the other. */
export function createCommands(
  parts: CommandParts,
): (name: string, body: object) => Promise<CommandResponse> {
  const handlers = { ...switches(parts), ...actions(parts) } satisfies Handlers
  let last: Promise<unknown> = Promise.resolve()
  return (name, body) => {
    if (!Object.hasOwn(handlers, name)) return Promise.resolve(toRefusal("Unknown command."))
    const next = last.then(() => handlers[name as CommandName](body))
    last = next.catch(() => {})
    return next
  }
}

/** The commands that change what the application runs on. */
function switches({ hub, clock, live, surroundings }: CommandParts) {
  return {
    async store({ store }) {
      const name = availableStores(surroundings).find((available) => available === store)
      if (!name)
        return toRefusal("This store is not available: start the playground with the URL of its server.")
      await live.useStore(name)
      return done
    },
    async auth({ auth }) {
      const name = authNames.find((authName) => authName === auth)
      if (!name) return toRefusal("auth must be authjs, mortise or better-auth.")
      await live.useAuth(name)
      return done
    },
    async clock(body) {
      if ("reset" in body) clock.reset()
      else if (isStep(body)) clock.advance(body.advanceMs)
      else return toRefusal("advanceMs must be a number of milliseconds, at most 400 days.")
      hub.send({ type: "clock", clock: clock.state() })
      return done
    },
    async outage({ isDown }) {
      await live.setDown(isDown === true)
      return done
    },
  } satisfies Partial<Handlers>
}

const isStep = (body: object): body is { advanceMs: number } =>
  "advanceMs" in body && typeof body.advanceMs === "number" && Math.abs(body.advanceMs) <= maxAdvanceMs

/** The commands that do something once. */
function actions({ inbox, live, laboratory, origin }: CommandParts) {
  return {
    async sweep() {
      return { ok: true, result: { deleted: await live.sweep() } }
    },
    async follow({ messageId, times = 1 }) {
      const link = inbox.findLink(String(messageId))
      if (!link) return toRefusal("This message does not exist.")
      if (!(Number.isInteger(times) && times >= 1 && times <= maxTimes))
        return toRefusal(`times must be a whole number from 1 to ${maxTimes}.`)
      const visitors = Array.from({ length: times }, () => openVisitor(origin, live.auth(), live.handle))
      await Promise.all(visitors.map((visitor) => visitor.follow(link)))
      const { sessionCookie } = live.application()
      const signedIn = visitors.filter((visitor) => visitor.cookie(sessionCookie)).length
      return { ok: true, result: { times, signedIn } }
    },
    async experiment({ experiment, beside }) {
      const name = experimentNames.find((experimentName) => experimentName === experiment)
      if (!name) return toRefusal("Unknown experiment.")
      return laboratory.start(name, live.state().store.name, beside)
    },
  } satisfies Partial<Handlers>
}
