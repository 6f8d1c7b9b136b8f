import { failuresAt } from "./failures.ts"
import { suiteOnMemory, suiteThroughClient } from "./suites.ts"

/** The tasks that a runtime can run. Arguments and results are JSON. */
export const tasks = { memory: suiteOnMemory, client: suiteThroughClient, failures: failuresAt }

export type Tasks = typeof tasks

/** A task and its arguments, as JSON. */
export type TaskOrder = { readonly task: keyof Tasks; readonly args: readonly unknown[] }

export const runTask = ({ task, args }: TaskOrder): Promise<unknown> =>
  (tasks[task] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
