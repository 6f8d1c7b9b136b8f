import { isLibraryName, libraryFolder } from "./entries.ts"
import { importPeer, measureEntry } from "./measure-entry.ts"

// Each entry runs in its own process, because a client may end the process. It imports only its own adapter.
const [library = "", file = "", store, only] = process.argv.slice(2)
if (!isLibraryName(library)) throw new Error(`There is no library ${library}.`)
// Output of an adapter must not be mixed with the result on stdout.
console.log = console.error
console.info = console.error
// A case may give up while a call of it is still running. Its later failure must not end the measurement.
process.on("unhandledRejection", () => {})

const folder = libraryFolder(library)
const result = store
  ? await measureEntry({ library, folder, file, store, only })
  : { stores: Object.keys((await importPeer(folder, file)).stores) }
process.stdout.write(JSON.stringify(result), () => process.exit(0))
