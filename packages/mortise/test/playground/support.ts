import { expect, onTestFinished, vi } from "vitest"
import { openVisitor } from "../../../../playground/application/visitor.ts"
import type {
  AuthName,
  CommandName,
  CommandResponse,
  Commands,
  PlaygroundEvent,
  Snapshot,
} from "../../../../playground/protocol.ts"

const patience = { timeout: 150_000, interval: 10 }

/** The events of a playground, as a page receives them. */
export async function openStream(origin: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const response = await fetch(`${origin}/api/events`, { signal: stop.signal })
  const events: PlaygroundEvent[] = []
  const received: string[] = []
  void collect(response, (text) => {
    received.push(text)
    events.push(JSON.parse(text))
  })
  return {
    events,
    /** Everything that was received, as text. */
    text: () => received.join("\n"),
    snapshot: () =>
      vi.waitFor(() => {
        expect(events[0]).toBeDefined()
        return events[0] as Snapshot
      }, patience),
    /** Waits for the first event of this kind, from the given position on, that meets the condition. */
    next: <T extends PlaygroundEvent["type"]>(
      type: T,
      condition: (event: Extract<PlaygroundEvent, { type: T }>) => boolean = () => true,
      from = 0,
    ) =>
      vi.waitFor(() => {
        const found = events
          .slice(from)
          .filter((event): event is Extract<PlaygroundEvent, { type: T }> => event.type === type)
          .find(condition)
        if (!found) throw new Error(`No such event arrived: ${type}`)
        return found
      }, patience),
  }
}

async function collect({ body }: Response, onMessage: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ""
  try {
    for await (const chunk of body ?? []) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n\n")
      rest = parts.pop() ?? ""
      for (const part of parts) if (part.startsWith("data: ")) onMessage(part.slice("data: ".length))
    }
  } catch {
    // The test has ended, or the playground was closed.
  }
}

/** Sends a command, as the page does. */
export async function command<N extends CommandName>(
  origin: string,
  name: N,
  body: Commands[N],
): Promise<CommandResponse> {
  const response = await fetch(`${origin}/api/${name}`, {
    method: "POST",
    headers: { origin },
    body: JSON.stringify(body),
  })
  return (await response.json()) as CommandResponse
}

/** A browser on the running playground. */
export const visitorOf = (origin: string, auth: AuthName) => openVisitor(origin, auth, fetch)
