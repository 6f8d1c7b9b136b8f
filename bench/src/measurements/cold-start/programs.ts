/** The clients whose first lookup is measured. Each program is text, because a worker is a bundle of its own. */
const clients = {
  pg: {
    imports: 'import pg from "pg"',
    adapter: "pgAdapter",
    open: "new pg.Pool({ connectionString: url, max: 1 })",
    lookup: 'client.query({ name: "lookup", text: select("$1"), values: ["token"] })',
  },
  mysql2: {
    imports: 'import { createPool } from "mysql2/promise"',
    adapter: "mysql2Adapter",
    // Workers may not generate code.
    open: "createPool({ uri: url, connectionLimit: 1, disableEval: true })",
    lookup: 'client.execute(select("?"), ["token"])',
  },
  libsql: {
    imports: 'import Database from "libsql"',
    adapter: "libsqlAdapter",
    open: "new Database(url)",
    lookup: 'client.prepare(select("?")).get("token")',
  },
} as const

export type ClientName = keyof typeof clients

export const clientNames = Object.keys(clients) as readonly ClientName[]

/** Who makes the lookup: an adapter, or a statement by hand on the same client. */
export const callers = ["adapter", "hand"] as const

export type Caller = (typeof callers)[number]

/** A module whose `first` opens the client and makes its first session lookup. */
export function moduleOf(name: ClientName, caller: Caller): string {
  const { imports, adapter, open, lookup } = clients[name]
  const isOurs = caller === "adapter"
  return `${imports}
${isOurs ? `import { ${adapter} } from "mortise/${name}"` : ""}
const select = (parameter) => \`SELECT s.*, u.* FROM sessions s JOIN users u ON u.id = s.userId WHERE s.sessionToken = \${parameter}\`${
    name === "pg" ? `.replaceAll(/userId|sessionToken/g, '"$&"')` : ""
  }
export const first = async (url) => {
  const client = ${open}
  return ${isOurs ? `${adapter}(client).getSessionAndUser("token")` : lookup}
}
`
}

/** The module as a program. It prints the milliseconds from its start until it was loaded, and until the answer. */
export const programOf = (name: ClientName, caller: Caller): string => `${moduleOf(name, caller)}
const loaded = performance.now()
const found = await first(process.argv[2])
console.log(JSON.stringify([loaded, performance.now() - loaded, found !== null]))
process.exit()
`

/** The module as a worker. */
export const workerOf = (name: ClientName, caller: Caller): string => `${moduleOf(name, caller)}
export default {
  fetch: async (request) => Response.json((await first(await request.text())) !== null),
}
`
