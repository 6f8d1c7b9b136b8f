import { throwInvalid } from "../contract/throw-invalid.ts"
import type { Driver } from "./driver.ts"

/** A driver whose calls go to the driver that `open` finds. */
export const forwardDriver = (open: () => Promise<Driver>): Driver => ({
  run: async (statement, values) => (await open()).run(statement, values),
  batch: async (steps) => (await open()).batch(steps),
  async transaction(work) {
    const { transaction } = await open()
    if (!transaction) throwInvalid("This client has no transactions: use another one.")
    return transaction(work)
  },
})
