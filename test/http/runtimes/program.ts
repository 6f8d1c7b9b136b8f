import { runTask } from "./tasks.ts"

// For Node, Bun and Deno: program.ts <order>
console.log(JSON.stringify(await runTask(JSON.parse(process.argv[2] ?? ""))))
// What the runtime keeps open for the next request is of no interest any more.
process.exit()
