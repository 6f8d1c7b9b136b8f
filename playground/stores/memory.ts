import { MortiseError } from "../../packages/mortise/src/index.ts"
import { memoryAdapter } from "../../packages/mortise/src/stores/memory/memory-adapter.ts"
import { wrapAdapter } from "../../packages/workshop/src/adapters/wrap-adapter.ts"
import type { Place } from "./store.ts"

/** Rows in this process. Each connection starts without rows: a restarted process has lost them. */
export function memoryPlace(): Place {
  return {
    adapterName: "mortise/memory",
    async connect({ now, onWarning }) {
      let isClosed = false
      const adapter = wrapAdapter(memoryAdapter({ now, ...(onWarning && { onWarning }) }), (_name, run) => {
        if (isClosed) throw new MortiseError("unavailable", "The memory store was taken down: restart it.")
        return run()
      })
      const close = async () => {
        isClosed = true
      }
      return { adapter: adapter as ReturnType<typeof memoryAdapter>, close }
    },
    remove: async () => {},
  }
}
