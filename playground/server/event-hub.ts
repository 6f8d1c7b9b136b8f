import { emptyHistory, type History, recordEvent } from "../history.ts"
import type { ExperimentRun, Message, PlaygroundEvent, Snapshot, Table } from "../protocol.ts"

const maxMessages = 20
const heartbeatMs = 15_000

type Remembered = History & Pick<Snapshot, "tables" | "inbox" | "experiments">
type Listener = (text: string) => void

/** Sends events to every open page, and remembers what a new page needs. */
export type EventHub = {
  send(event: Exclude<PlaygroundEvent, Snapshot>): void
  /** The position in time of a new request or operation. */
  nextOrder(): number
  history(): Remembered
  /** Forgets operations, requests, transitions and messages: they belong to a store that was deleted. */
  clear(): void
  /** A response that starts with this snapshot and then has every event. */
  stream(snapshot: Snapshot): Response
  close(): void
}

export function createEventHub(): EventHub {
  const listeners = new Map<Listener, () => void>()
  const experiments = new Map<string, ExperimentRun>()
  let history = emptyHistory
  let order = 0
  let inbox: readonly Message[] = []
  let tables: readonly Table[] = []

  function remember(event: PlaygroundEvent): void {
    history = recordEvent(history, event)
    switch (event.type) {
      case "experiment":
        experiments.set(event.run.name, event.run)
        break
      case "message":
        inbox = [event.message, ...inbox].slice(0, maxMessages)
        break
      case "tables":
        tables = event.tables
    }
  }

  return {
    send(event) {
      remember(event)
      const text = formatMessage(event)
      for (const listener of listeners.keys()) listener(text)
    },
    nextOrder() {
      order += 1
      return order
    },
    history: () => ({ ...history, tables, inbox, experiments: [...experiments.values()] }),
    clear() {
      history = emptyHistory
      inbox = []
    },
    stream: (snapshot) => streamTo(listeners, formatMessage(snapshot)),
    close() {
      for (const end of listeners.values()) end()
    },
  }
}

const formatMessage = (event: PlaygroundEvent): string => `data: ${JSON.stringify(event)}\n\n`

function streamTo(listeners: Map<Listener, () => void>, first: string): Response {
  const encoder = new TextEncoder()
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write: Listener = (text) => controller.enqueue(encoder.encode(text))
      // A comment keeps the connection open, and detects a page that was closed.
      const heartbeat = setInterval(() => write(": \n\n"), heartbeatMs)
      stop = () => {
        clearInterval(heartbeat)
        listeners.delete(write)
      }
      listeners.set(write, () => {
        stop()
        controller.close()
      })
      write(first)
    },
    cancel: () => stop(),
  })
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } })
}
