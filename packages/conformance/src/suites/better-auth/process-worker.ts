import { serveCalls } from "../../engine/processes/serve-calls.ts"
import { openRemote } from "./open-database.ts"

// The program of one process of a race; open-processes.ts starts it.
await serveCalls(openRemote)
