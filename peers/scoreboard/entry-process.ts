import { isLibraryName, libraryFolder } from "./entries.ts"
import { importPeer, measureEntry } from "./measure-entry.ts"
import { recordEntry } from "./replay/record-entry.ts"
import type { LibraryName } from "./scoreboard.ts"

// Each entry runs in its own process, because a client may end the process. It imports only its own adapter.
const [library = "", file = "", store, only = "", command] = process.argv.slice(2)
if (!isLibraryName(library)) throw new Error(`There is no library ${library}.`)
// Output of an adapter must not be mixed with the result on stdout.
console.log = console.error
console.info = console.error
// A case may give up while a call of it is still running. Its later failure must not end the measurement.
process.on("unhandledRejection", () => {})

const folder = libraryFolder(library)
async function run(library: LibraryName) {
  if (!store) return { stores: Object.keys((await importPeer(folder, file)).stores) }
  const wanted = { library, folder, file, store }
  if (command === "record") return { replay: await recordEntry(wanted, only) }
  return measureEntry({ ...wanted, ...(only && { only }) })
}

const result = await run(library)
process.stdout.write(JSON.stringify(result), () => process.exit(0))
