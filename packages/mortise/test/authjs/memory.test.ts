import { rowsOf } from "../../../workshop/src/adapters/rows-of.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { describeClientFlows } from "./flows.ts"
import { openSoftwareTab } from "./harness/software-tab.ts"

describeClientFlows(
  "memory",
  async () => {
    const adapter = memoryAdapter()
    return { adapter, rows: rowsOf(adapter), close: async () => {} }
  },
  openSoftwareTab,
)
