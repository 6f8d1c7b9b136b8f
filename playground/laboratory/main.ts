// Runs one experiment, and sends its numbers to the playground that started this process.
import "../../examples/tour/silence-runtime-warning.ts"
import type { ExperimentRun } from "../protocol.ts"
import type { Assignment } from "../server/laboratory.ts"
import { isOnBetterAuth, runExperiment } from "./run-experiment.ts"

const assignment: Assignment = JSON.parse(process.argv[2] ?? "{}")
let last: ExperimentRun = {
  name: assignment.experiment,
  beside: assignment.beside,
  status: "running",
  stage: "Starting",
  subjects: [],
}
const send = (run: ExperimentRun, onSent: () => void = () => {}) => {
  last = run
  process.send?.(run, onSent)
}

// A case of the suite may give up while one of its calls still runs. The call's later failure must not end the process.
if (isOnBetterAuth(assignment.experiment)) process.on("unhandledRejection", () => {})

// The playground is closing. The experiment ends after its round, so that its schema on a server is deleted.
let isStopped = false
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    isStopped = true
  })

runExperiment(assignment, (run) => {
  if (isStopped) throw new Error("The experiment was stopped.")
  send(run)
})
  .then(
    (): ExperimentRun => ({ ...last, status: "done" }),
    (error: unknown): ExperimentRun => {
      const message = error instanceof Error ? error.message : "The experiment failed."
      return { ...last, status: "failed", message }
    },
  )
  .then((run) => send(run, () => process.exit()))
