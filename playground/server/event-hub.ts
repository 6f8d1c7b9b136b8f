import {
  type ExperimentRun,
  experimentNames,
  type Message,
  type OperationRecord,
  type PlaygroundEvent,
  type RequestRecord,
  type Snapshot,
  type Table,
  type Transition,
} from "../protocol.ts"

const maxOperations = 200
const maxRequests = 60
const maxMessages = 20
const maxTransitions = 20
const heartbeatMs = 15_000

type History = Pick<Snapshot, "tables" | "inbox" | "requests" | "operations" | "transitions" | "experiments">
type Listener = (text: string) => void

/** Sends events to every open page, and remembers what a new page needs. */
export type EventHub = {
  send(event: Exclude<PlaygroundEvent, Snapshot>): void
  history(): History
  /** Forgets operations, requests, transitions and messages: they belong to a store that was deleted. */
  clear(): void
  /** A response that starts with this snapshot and then has every event. */
  stream(snapshot: Snapshot): Response
  close(): void
}

export function createEventHub(): EventHub {
  const listeners = new Map<Listener, () => void>()
  const operations = new Map<string, OperationRecord>()
  const requests = new Map<string, RequestRecord>()
  const experiments = new Map<string, ExperimentRun>()
  let inbox: readonly Message[] = []
  let tables: readonly Table[] = []
  let transitions: readonly Transition[] = []

  function remember(event: PlaygroundEvent): void {
    switch (event.type) {
      case "operation":
        put(operations, event.operation.id, event.operation, maxOperations)
        break
      case "request":
        put(requests, event.request.id, event.request, maxRequests)
        break
      case "experiment":
        put(experiments, event.run.name, event.run, experimentNames.length)
        break
      case "message":
        inbox = [event.message, ...inbox].slice(0, maxMessages)
        break
      case "transition":
        transitions = [...transitions, event.transition].slice(-maxTransitions)
        break
      case "tables":
        tables = event.tables
    }
  }

  return {
    send(event) {
      remember(event)
      const text = messageOf(event)
      for (const listener of listeners.keys()) listener(text)
    },
    history: () => ({
      tables,
      inbox,
      requests: [...requests.values()],
      operations: [...operations.values()],
      transitions,
      experiments: [...experiments.values()],
    }),
    clear() {
      operations.clear()
      requests.clear()
      inbox = []
      transitions = []
    },
    stream: (snapshot) => streamTo(listeners, messageOf(snapshot)),
    close() {
      for (const end of listeners.values()) end()
    },
  }
}

const messageOf = (event: PlaygroundEvent): string => `data: ${JSON.stringify(event)}\n\n`

function put<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}

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
