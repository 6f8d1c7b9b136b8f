import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, onTestFinished, test } from "vitest"
import { durableFolder } from "../../../workshop/src/folders.ts"
import { callNames } from "./calls.ts"
import { startWorker } from "./start-worker.ts"
import type { TaskOrder } from "./tasks.ts"

// Ends a hang; it does not measure speed.
const patience = 600_000

// No call of the adapter sends more statements.
const mostStatements = 20

/** The processes of workerd that this process started. */
function workerds(): number[] {
  const children = readdirSync("/proc/self/task").flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  )
  return children.filter((pid) => readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "workerd")
}

/** Durable Objects on disk. A kill ends workerd, and the next task starts it again. */
async function openObjects() {
  const { folder, remove } = durableFolder()
  let onStuck = () => {}
  const onPrint = (text: string) => text.includes("stuck") && onStuck()
  const start = () => startWorker({ folder, onPrint })
  let worker = await start()
  onTestFinished(async () => {
    await worker.close()
    remove()
  })
  return {
    run: (task: TaskOrder["task"], args: readonly unknown[], object: string) =>
      worker.run(task, args, object),
    stuck: () =>
      new Promise<"stuck">((resolve) => {
        onStuck = () => resolve("stuck")
      }),
    async kill() {
      const [pid, ...others] = workerds()
      if (pid === undefined || others.length > 0) throw new Error("There is not exactly one workerd.")
      process.kill(pid, "SIGKILL")
      await worker.close()
      worker = await start()
    },
  }
}

describe("mortise/durable-object in a workerd that is killed", { timeout: patience }, () => {
  test.each(callNames)("%s is applied as a whole or not at all", async (name) => {
    const objects = await openObjects()
    await objects.run("setUp", [], "in full")
    const before = await objects.run("dump", [], "in full")
    await objects.run("call", [name], "in full")
    const after = await objects.run("dump", [], "in full")
    for (let nth = 1; nth <= mostStatements; nth++) {
      const object = `until ${nth}`
      await objects.run("setUp", [], object)
      const stuck = objects.stuck()
      const call = objects.run("interruptedCall", [name, nth, "loop"], object).then(() => "complete")
      call.catch(() => {})
      const reached = await Promise.race([call, stuck])
      await objects.kill()
      const left = await objects.run("dump", [], object)
      if (reached === "complete") {
        expect(left, "a call that was answered is never lost").toEqual(after)
        expect(nth).toBeGreaterThan(1)
        return
      }
      expect([before, after]).toContainEqual(left)
    }
    throw new Error("The call sent more statements than any call does.")
  })
})
