// Runs one experiment, and sends its numbers to the playground that started this process.
import "../../examples/tour/silence-runtime-warning.ts"
import type { ExperimentRun } from "../protocol.ts"
import type { Assignment } from "../server/laboratory.ts"
import { runExperiment } from "./run-experiment.ts"

const assignment: Assignment = JSON.parse(process.argv[2] ?? "{}")
let last: ExperimentRun = { name: assignment.experiment, status: "running", subjects: [] }
const send = (run: ExperimentRun) => {
  last = run
  process.send?.(run)
}

runExperiment(assignment, send)
  .catch((error: unknown) => {
    const message = error instanceof Error ? error.message : "The experiment failed."
    send({ ...last, status: "failed", message })
  })
  .finally(() => process.disconnect?.())
