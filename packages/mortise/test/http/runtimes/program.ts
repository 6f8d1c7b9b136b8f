import { runTask } from "./tasks.ts"

// For Node, Bun and Deno: program.ts <order>
console.log(JSON.stringify(await runTask(JSON.parse(process.argv[2] ?? ""))))
// Ends connections that the runtime holds open for further requests.
process.exit()
