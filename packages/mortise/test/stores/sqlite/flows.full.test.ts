import { rowsOf } from "../../../../workshop/src/adapters/rows-of.ts"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { describeClientFlows } from "../../authjs/flows.ts"
import { openSoftwareTab } from "../../authjs/harness/software-tab.ts"
import { client } from "./clients/libsql.ts"

describeClientFlows(
  "libsql",
  async () => {
    const { folder, remove } = quickFolder()
    const { adapter, close } = await client.open(`${folder}/flows.db`)
    const made = adapter()
    await migrate(made)
    return {
      adapter: made,
      rows: rowsOf(made),
      close: async () => {
        await close()
        remove()
      },
    }
  },
  openSoftwareTab,
)
