import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { root } from "../../scripts/ensure-install.mjs"
import { pickHost } from "../adapter-hosts.ts"
import { availableAdapters } from "../laboratory/available-adapters.ts"
import type { OfficialAdapterName } from "../official-adapters.ts"
import type { CommandResponse, ExperimentName, ExperimentRun, StoreName } from "../protocol.ts"
import type { Surroundings } from "../stores/open-store.ts"
import type { EventHub } from "./event-hub.ts"

/** The argument of the process that runs an experiment. */
export type Assignment = {
  readonly experiment: ExperimentName
  readonly store: StoreName
  readonly beside?: OfficialAdapterName | undefined
  readonly surroundings: Surroundings
}

export type Laboratory = {
  start(experiment: ExperimentName, store: StoreName, beside: unknown): Promise<CommandResponse>
  close(): Promise<void>
}

const program = fileURLToPath(new URL("../laboratory/main.ts", import.meta.url))

/**
 * Runs each experiment in a process of its own: it moves its own clock, and its load does not disturb the application.
 */
export function createLaboratory(hub: EventHub, surroundings: Surroundings): Laboratory {
  let running: ChildProcess | undefined
  let isOnServer = false

  function launch(assignment: Assignment): void {
    const child = fork(program, [JSON.stringify(assignment)], { cwd: root, execArgv: ["--import", "tsx"] })
    running = child
    const { experiment: name, beside } = assignment
    let last: ExperimentRun = { name, beside, status: "running", stage: "Starting", subjects: [] }
    const send = (run: ExperimentRun) => {
      last = run
      hub.send({ type: "experiment", run })
    }
    send(last)
    child.on("message", (message) => {
      const run = message as ExperimentRun
      // The result is sent when the process has ended: the next experiment can then start immediately.
      if (run.status === "running") send(run)
      else last = run
    })
    child.on("exit", () => {
      running = undefined
      const message = "The process of the experiment ended early."
      send(last.status === "running" ? { ...last, status: "failed", message } : last)
    })
  }

  return {
    async start(experiment, store, beside) {
      if (running) return { ok: false, message: "Another experiment is running: wait for its result." }
      const official = availableAdapters(surroundings).find((name) => name === beside)
      if (beside !== undefined && !official) return { ok: false, message: "Unknown official adapter." }
      const host = official && pickHost(official, store)
      isOnServer = ["postgres", "mariadb", "redis"].includes(store) || host === "redis"
      launch({ experiment, store, beside: official, surroundings })
      return { ok: true }
    },
    async close() {
      if (!running) return
      const ended = once(running, "exit")
      // Files are deleted with their folder. On a server, the process must delete what it has created.
      running.kill(isOnServer ? "SIGTERM" : "SIGKILL")
      await ended
    },
  }
}
